/** Images that will probably be wanted next: loaded while nothing else is. */

const kDelayMillis = 150;

/** Returns how to give up what is not loaded yet. */
export function prefetchImages(addresses: readonly string[]): () => void {
  const images: HTMLImageElement[] = [];
  const timer = setTimeout(() => {
    for (const address of addresses) {
      const image = new Image();
      image.decoding = 'async';
      image.fetchPriority = 'low';
      image.src = address;
      images.push(image);
    }
  }, kDelayMillis);
  return () => {
    clearTimeout(timer);
    for (const image of images) if (!image.complete) image.removeAttribute('src');
  };
}
