/** Compares images beside the page: decoded bitmaps in, a coloured bitmap out. */

import { differenceOf, type DifferenceNumbers, type Pixels } from './image_difference';

export interface DifferenceTask {
  readonly id: number;
  readonly image: ImageBitmap;
  readonly reference: ImageBitmap; // Stretched where its size is another.
  readonly ramp: Uint8Array;
}

export interface DifferenceAnswer extends DifferenceNumbers {
  readonly id: number;
  readonly bitmap: ImageBitmap;
}

function pixelsOf(bitmap: ImageBitmap, width: number, height: number): Pixels {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas for the difference');
  context.imageSmoothingEnabled = false;
  context.drawImage(bitmap, 0, 0, width, height);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

self.onmessage = async (event: MessageEvent<DifferenceTask>) => {
  const { id, image, reference, ramp } = event.data;
  const { width, height } = image;
  const { pixels, ...numbers } = differenceOf(
    pixelsOf(image, width, height),
    pixelsOf(reference, width, height),
    ramp,
  );
  const bitmap = await createImageBitmap(new ImageData(pixels, width, height));
  const answer: DifferenceAnswer = { id, bitmap, ...numbers };
  self.postMessage(answer, { transfer: [bitmap] });
};
