/** Compares two images by their addresses, in a worker that all share. */

import type { DifferenceAnswer, DifferenceTask } from './image_difference_worker';

type Waiting = { resolve: (answer: DifferenceAnswer) => void; reject: (error: Error) => void };

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

function start(): Worker {
  const made = new Worker(new URL('./image_difference_worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<DifferenceAnswer>) => {
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if (asker === undefined) data.bitmap.close();
    else asker.resolve(data);
  };
  made.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('the images could not be compared'));
    waiting.clear();
    worker = null;
  };
  return made;
}

/** Decoded beside the page; rejects when it is no image. */
async function bitmapOf(address: string): Promise<ImageBitmap> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return createImageBitmap(image);
}

/** Once aborted, the answer is dropped and the promise rejects. */
export async function compareImages(
  address: string,
  reference: string,
  ramp: Uint8Array,
  signal: AbortSignal,
): Promise<DifferenceAnswer> {
  const [image, other] = await Promise.all([bitmapOf(address), bitmapOf(reference)]);
  signal.throwIfAborted();
  worker ??= start();
  const task: DifferenceTask = { id: ++lastId, image, reference: other, ramp };
  worker.postMessage(task, [image, other]);
  return new Promise((resolve, reject) => {
    waiting.set(task.id, { resolve, reject });
    signal.addEventListener('abort', () => {
      waiting.delete(task.id);
      reject(new DOMException('no longer wanted', 'AbortError'));
    });
  });
}
