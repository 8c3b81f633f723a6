/**
 * The order people expect of names: run2 before run10. The same rule as the
 * server's: each longest row of digits is one part and compares as a number (of
 * equal numbers the shorter comes first), everything else by its UTF-8 value.
 */

const kZero = 48;
const kNine = 57;

function isDigit(code: number): boolean {
  return code >= kZero && code <= kNine;
}

/** UTF-16 puts what is beyond U+FFFF before U+E000..U+FFFF; UTF-8 does not. */
function rank(code: number): number {
  if (code < 0xd800) return code;
  return code >= 0xe000 ? code - 0x800 : code + 0x2000;
}

function digitsEnd(text: string, begin: number): number {
  let end = begin;
  while (end < text.length && isDigit(text.charCodeAt(end))) ++end;
  return end;
}

function compareDigits(a: string, b: string): number {
  const x = a.replace(/^0+/, '');
  const y = b.replace(/^0+/, '');
  if (x.length !== y.length) return x.length - y.length;
  if (x !== y) return x < y ? -1 : 1;
  return a.length - b.length;
}

export function naturalOrder(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(j);
    if (isDigit(x) && isDigit(y)) {
      const iEnd = digitsEnd(a, i);
      const jEnd = digitsEnd(b, j);
      const order = compareDigits(a.slice(i, iEnd), b.slice(j, jEnd));
      if (order !== 0) return order;
      i = iEnd;
      j = jEnd;
    } else {
      if (x !== y) return rank(x) - rank(y);
      ++i;
      ++j;
    }
  }
  return a.length - i - (b.length - j);
}
