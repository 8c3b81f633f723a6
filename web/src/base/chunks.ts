/** Long work in short pieces, so that no key or scroll waits for it. */

const kSliceMillis = 8;

/** After whatever else waits for its turn: input, frames, answers. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

const kFrameMillis = 50; // Hidden pages have no frames.

/** After what was changed has been laid out and drawn. */
export async function nextFrame(): Promise<void> {
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, kFrameMillis);
  });
  await nextTask();
}

/** Those of `items` that pass, in order; done at once where that takes no
 * longer than a slice. Rejects with the signal's reason when it is aborted. */
export async function filterInChunks<Item>(
  items: readonly Item[],
  test: (item: Item) => boolean,
  signal: AbortSignal,
): Promise<Item[]> {
  const found: Item[] = [];
  let until = performance.now() + kSliceMillis;
  for (let i = 0; i < items.length; ++i) {
    if ((i & 63) === 63 && performance.now() > until) {
      await nextTask();
      signal.throwIfAborted();
      until = performance.now() + kSliceMillis;
    }
    const item = items[i] as Item;
    if (test(item)) found.push(item);
  }
  signal.throwIfAborted();
  return found;
}
