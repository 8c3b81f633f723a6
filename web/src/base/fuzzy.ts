/**
 * Finds names by what one types of them, as the palette does: a stretch of the name (`oss` finds
 * val/loss), or the beginnings of its words in their order (`vallo` and `vl` do, too). Letters
 * scattered elsewhere are no match. Each word of the query is looked for on its own.
 */

export interface Match {
  readonly score: number; // Higher is better.
  readonly positions: readonly number[]; // Of the letters found, ascending.
}

// What was found, best first; within a kind the shorter name wins, and the earlier place.
const kWhole = 1000;
const kBeginning = 800;
const kWord = 600;
const kWords = 400;
const kInside = 200;
const kLength = 0.05; // For each letter of the name.
const kPlace = 0.2; // For each letter before what was found.
const kPart = 10; // For each word that was only begun.

const kLetter = /[\p{L}\p{M}]/u;
const kDigit = /\p{N}/u;

type Class = 'letter' | 'digit' | 'other';

function classOf(letter: string): Class {
  const code = letter.charCodeAt(0);
  if (code > 127) return kLetter.test(letter) ? 'letter' : kDigit.test(letter) ? 'digit' : 'other';
  if ((code | 32) >= 97 && (code | 32) <= 122) return 'letter';
  return code >= 48 && code <= 57 ? 'digit' : 'other';
}

/** Where words begin: behind separators, at capitals behind small letters, where digits begin or end. */
export function wordStarts(text: string): number[] {
  const starts: number[] = [];
  let before: Class = 'other';
  for (let i = 0; i < text.length; ++i) {
    const letter = text.charAt(i);
    const here = classOf(letter);
    const previous = text.charAt(i - 1);
    const camel = here === 'letter' && before === 'letter' && letter !== letter.toLowerCase() && previous !== previous.toUpperCase();
    if (here !== 'other' && (here !== before || camel)) starts.push(i);
    before = here;
  }
  return starts;
}

/** The letters as beginnings of words, of as few as can be; null where they are not. */
function byWords(letters: string, lower: string, starts: readonly number[]): { parts: number; positions: number[] } | null {
  interface Step {
    readonly parts: number;
    readonly word: number;
    readonly length: number;
  }
  const known = new Map<number, Step | null>();
  const find = (from: number, word: number): Step | null => {
    if (from === letters.length) return { parts: 0, word, length: 0 };
    const key = from * (starts.length + 1) + word;
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    let best: Step | null = null;
    for (let at = word; at < starts.length; ++at) {
      const start = starts[at] ?? 0;
      const end = starts[at + 1] ?? lower.length;
      let length = 0;
      while (start + length < end && from + length < letters.length && lower[start + length] === letters[from + length]) ++length;
      for (; length > 0; --length) {
        const rest = find(from + length, at + 1);
        if (rest !== null && (best === null || rest.parts + 1 < best.parts)) best = { parts: rest.parts + 1, word: at, length };
      }
    }
    known.set(key, best);
    return best;
  };
  const first = find(0, 0);
  if (first === null) return null;
  const positions: number[] = [];
  for (let [step, from]: [Step | null, number] = [first, 0]; step !== null && from < letters.length; ) {
    for (let i = 0; i < step.length; ++i) positions.push((starts[step.word] ?? 0) + i);
    from += step.length;
    step = find(from, step.word + 1);
  }
  return { parts: first.parts, positions };
}

function matchWord(word: string, lower: string, starts: readonly number[]): Match | null {
  const penalty = lower.length * kLength;
  const stretch = (at: number, score: number): Match => ({
    score: score - at * kPlace - penalty,
    positions: Array.from({ length: word.length }, (_, i) => at + i),
  });
  if (lower === word) return stretch(0, kWhole);
  if (lower.startsWith(word)) return stretch(0, kBeginning);
  const start = starts.find((at) => lower.startsWith(word, at));
  if (start !== undefined) return stretch(start, kWord);
  const letters = [...word].filter((letter) => classOf(letter) !== 'other').join('');
  const found = letters === '' ? null : byWords(letters, lower, starts);
  if (found !== null) {
    const place = (found.positions[0] ?? 0) * kPlace;
    return { score: kWords - found.parts * kPart - place - penalty, positions: found.positions };
  }
  const inside = lower.indexOf(word);
  return inside < 0 ? null : stretch(inside, kInside);
}

/** Null where some word of the query is not in `text`. */
export function fuzzyMatch(query: string, text: string): Match | null {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return { score: 0, positions: [] };
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return words.every((word) => lower.includes(word)) ? { score: 0, positions: [] } : null;
  const starts = wordStarts(text);
  const positions = new Set<number>();
  let score = 0;
  for (const word of words) {
    const match = matchWord(word, lower, starts);
    if (match === null) return null;
    score += match.score / words.length;
    for (const at of match.positions) positions.add(at);
  }
  return { score, positions: [...positions].sort((a, b) => a - b) };
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
