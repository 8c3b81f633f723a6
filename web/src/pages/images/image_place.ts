/** Which part of an image is seen, as it stands in the address: scale,x,y. */

import { kFitted, kMostScale, type ImageView } from '../../widgets/image_view';

const kPattern = /^[\d.e-]+,[\d.e-]+,[\d.e-]+$/;

export function formatPlace({ scale, x, y }: ImageView): string {
  if (scale === null) return '';
  return [scale.toPrecision(4), x.toFixed(5), y.toFixed(5)].map(Number).join(',');
}

/** Anything that is not understood is the whole image. */
export function parsePlace(text: string): ImageView {
  if (!kPattern.test(text)) return kFitted;
  const [scale = NaN, x = NaN, y = NaN] = text.split(',').map(Number);
  const sane = scale > 0 && scale <= kMostScale && x >= 0 && x <= 1 && y >= 0 && y <= 1;
  return sane ? { scale, x, y } : kFitted;
}
