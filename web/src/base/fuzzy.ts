/**
 * Finds names by some of their letters in order, as the palette does: `vallo`
 * finds val/loss. Better matches stand together and at the starts of words.
 */

export interface Match {
  readonly score: number; // Higher is better.
  readonly positions: readonly number[]; // Of the letters found, ascending.
}

const kWordStart = 8;
const kInARow = 5;
const kFirst = 4;
const kCamel = 6;

function isSeparator(code: number): boolean {
  // Space - . / : = _ and brackets
  return (
    code === 32 || (code >= 45 && code <= 47) || code === 58 || code === 61 || code === 95 || code === 40
  );
}

function bonus(text: string, at: number): number {
  if (at === 0) return kWordStart + kFirst;
  const before = text.charCodeAt(at - 1);
  if (isSeparator(before)) return kWordStart;
  const here = text.charCodeAt(at);
  const upper = here >= 65 && here <= 90;
  const lowerBefore = before >= 97 && before <= 122;
  return upper && lowerBefore ? kCamel : 0;
}

function greedy(query: string, lower: string, text: string, begin: number): Match | null {
  const positions: number[] = [];
  let score = 0;
  let at = begin;
  for (let i = 0; i < query.length; ++i) {
    const code = query.charCodeAt(i);
    if (code === 32) continue;
    let found = -1;
    const last = positions[positions.length - 1];
    for (let k = at; k < lower.length; ++k) {
      if (lower.charCodeAt(k) !== code) continue;
      if (found < 0) found = k;
      if (last !== undefined && k === last + 1) break;
      if (bonus(text, k) > 0) {
        found = k;
        break;
      }
      if (k - at > 40) break;
    }
    if (found < 0) return null;
    score += bonus(text, found) + (last !== undefined && found === last + 1 ? kInARow : 0);
    positions.push(found);
    at = found + 1;
  }
  const first = positions[0] ?? 0;
  const spread = positions.length > 0 ? (positions[positions.length - 1] ?? 0) - first : 0;
  return { score: score - spread * 0.2 - text.length * 0.05, positions };
}

/** Every letter at its first place: finds whatever there is to find. */
function plain(query: string, lower: string, text: string): Match | null {
  const positions: number[] = [];
  let at = 0;
  for (const letter of query) {
    if (letter === ' ') continue;
    const found = lower.indexOf(letter, at);
    if (found < 0) return null;
    positions.push(found);
    at = found + 1;
  }
  return { score: -text.length * 0.05 - (positions[positions.length - 1] ?? 0) * 0.2, positions };
}

/** Null where `text` does not have the query's letters in their order. */
export function fuzzyMatch(query: string, text: string): Match | null {
  const wanted = query.toLowerCase();
  if (wanted.trim() === '') return { score: 0, positions: [] };
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return lower.includes(wanted) ? { score: 0, positions: [] } : null;
  let best = plain(wanted, lower, text);
  if (best === null) return null;
  const compact = wanted.replace(/ /g, '');
  const whole = lower.indexOf(compact);
  if (whole >= 0) {
    const positions = Array.from(compact, (_, i) => whole + i);
    const score = bonus(text, whole) + compact.length * (kInARow + kFirst) - text.length * 0.05;
    return { score, positions };
  }
  const firstCode = compact.charCodeAt(0);
  let tries = 0;
  for (let k = 0; k < lower.length && tries < 4; ++k) {
    if (lower.charCodeAt(k) !== firstCode) continue;
    ++tries;
    const match = greedy(compact, lower, text, k);
    if (match === null) break;
    if (match.score > best.score) best = match;
  }
  return best;
}

/** `text` in pieces, found and not found in turn: for marking. */
export function pieces(text: string, positions: readonly number[]): { text: string; found: boolean }[] {
  const result: { text: string; found: boolean }[] = [];
  const hits = new Set(positions);
  let begin = 0;
  for (let i = 1; i <= text.length; ++i) {
    if (i < text.length && hits.has(i) === hits.has(begin)) continue;
    result.push({ text: text.slice(begin, i), found: hits.has(begin) });
    begin = i;
  }
  return text === '' ? [] : result;
}
