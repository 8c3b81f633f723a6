/** The colour of one pixel of an image that is on the page. */

let context: CanvasRenderingContext2D | null = null;

export function pixelColor(image: HTMLImageElement, x: number, y: number): string | null {
  if (!image.complete || image.naturalWidth === 0) return null;
  if (context === null) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    context = canvas.getContext('2d', { willReadFrequently: true });
  }
  if (context === null) return null;
  context.clearRect(0, 0, 1, 1);
  context.drawImage(image, x, y, 1, 1, 0, 0, 1, 1);
  const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
  return a === 255 ? `rgb ${r} ${g} ${b}` : `rgba ${r} ${g} ${b} ${a}`;
}
