/** Names that are cut in their middle where there is no room: those of runs
 * differ at their ends. */

const kTailShare = 0.5; // Of the room.

/** How many of `count` pass; the first ones do. */
function fitting(count: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** `name`, or as much of its begin and end as fits; `widthOf` measures text. */
export function cutInTheMiddle(name: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= room) return name;
  const letters = [...name]; // No letter is cut in two.
  const rest = room - widthOf('…');
  const end = (count: number): string => letters.slice(letters.length - count).join('');
  const begin = (count: number): string => letters.slice(0, count).join('');
  const tail = fitting(letters.length - 1, (count) => widthOf(end(count)) <= rest * kTailShare);
  const left = rest - widthOf(end(tail));
  const head = fitting(letters.length - 1 - tail, (count) => widthOf(begin(count)) <= left);
  return `${begin(head)}…${end(tail)}`;
}
