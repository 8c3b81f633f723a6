/** What changed between two texts, line by line: Myers' shortest script of edits. */

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly number: number; // From 1: in the old text where removed, else in the new one.
}

/** Edits searched for; beyond it, what is between the common ends is all replaced. */
const kMostEdits = 1000;

const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n');

/** Furthest points of each diagonal, for every number of edits; null past the limit. */
function trace(a: readonly string[], b: readonly string[]): Int32Array[] | null {
  const most = Math.min(a.length + b.length, kMostEdits);
  const furthest = new Int32Array(2 * most + 2);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    history.push(furthest.slice(most - edits, most + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = most + diagonal;
      const down =
        diagonal === -edits || (diagonal !== edits && furthest[at - 1]! < furthest[at + 1]!);
      let x = down ? furthest[at + 1]! : furthest[at - 1]! + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest[at] = x;
      if (x >= a.length && x - diagonal >= b.length) return history;
    }
  }
  return null;
}

/** Walks the trace back; pairs of line numbers that are the same, in order. */
function matches(a: readonly string[], b: readonly string[]): [number, number][] | null {
  const history = trace(a, b);
  if (history === null) return null;
  const pairs: [number, number][] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const furthest = history[edits]!;
    const value = (diagonal: number) => furthest[diagonal + edits] ?? 0;
    const diagonal = x - y;
    const down =
      diagonal === -edits || (diagonal !== edits && value(diagonal - 1) < value(diagonal + 1));
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : value(from);
    const fromY = edits === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) pairs.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}

function* between(a: readonly string[], b: readonly string[], begin: number, pairs: [number, number][]) {
  let [x, y] = [0, 0];
  for (const [i, j] of [...pairs, [a.length, b.length] as const]) {
    for (; x < i; x++) yield { kind: 'removed', text: a[x]!, number: begin + x + 1 } as DiffLine;
    for (; y < j; y++) yield { kind: 'added', text: b[y]!, number: begin + y + 1 } as DiffLine;
    if (i < a.length && j < b.length) {
      yield { kind: 'same', text: b[j]!, number: begin + j + 1 } as DiffLine;
      [x, y] = [i + 1, j + 1];
    }
  }
}

export function diffTexts(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const same = (text: string, index: number): DiffLine => ({ kind: 'same', text, number: index + 1 });
  const [middleA, middleB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return [
    ...b.slice(0, head).map(same),
    ...between(middleA, middleB, head, matches(middleA, middleB) ?? []),
    ...b.slice(b.length - tail).map((text, i) => same(text, b.length - tail + i)),
  ];
}

export interface DiffFold {
  readonly kind: 'fold';
  readonly lines: number; // How many that are the same are left out.
  readonly first: number; // The first's place in the difference.
}

/** Leaves out what is far from any change: more than `context` lines on both sides. */
export function foldDiff(lines: readonly DiffLine[], context = 3): (DiffLine | DiffFold)[] {
  const keep = new Uint8Array(lines.length);
  lines.forEach((line, i) => {
    if (line.kind === 'same') return;
    keep.fill(1, Math.max(0, i - context), Math.min(lines.length, i + context + 1));
  });
  const folded: (DiffLine | DiffFold)[] = [];
  for (let i = 0; i < lines.length; ) {
    let end = i;
    while (end < lines.length && keep[end] === 0) end++;
    if (end - i > 1) folded.push({ kind: 'fold', lines: end - i, first: i });
    else folded.push(...lines.slice(i, end));
    i = end;
    while (i < lines.length && keep[i] === 1) folded.push(lines[i++]!);
  }
  return folded;
}
