/** How wide text is in the page's usual font. */

let measuring: CanvasRenderingContext2D | null = null;

export function textWidth(text: string): number {
  if (measuring === null) {
    measuring = document.createElement('canvas').getContext('2d');
    if (measuring === null) return 0;
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(document.body);
    measuring.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  }
  return measuring.measureText(text).width;
}
