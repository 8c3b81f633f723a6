/** Zoom and pan of images that move together: pure. */

/** `scale` is CSS pixels for each of the image's; null fits it into its frame.
    The centre is a part of the image's width and height. */
export interface ImageView {
  readonly scale: number | null;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const kFitted: ImageView = { scale: null, x: 0.5, y: 0.5 };
export const kLeastScale = 1 / 16;
export const kMostScale = 64;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The scale at which the whole image fits, at most `limit` (small images are not blurred up). */
export function fitScale(image: Size, frame: Size): number {
  if (image.width <= 0 || image.height <= 0) return 1;
  return Math.min(frame.width / image.width, frame.height / image.height);
}

export const scaleOf = (view: ImageView, image: Size, frame: Size): number =>
  view.scale ?? fitScale(image, frame);

/** Where the image's top left corner lies in its frame, in CSS pixels. */
export function placeImage(view: ImageView, image: Size, frame: Size): { x: number; y: number; scale: number } {
  const scale = scaleOf(view, image, frame);
  const along = (center: number, pixels: number, room: number) => {
    const length = pixels * scale;
    if (length <= room) return (room - length) / 2;
    return clamp(room / 2 - center * length, room - length, 0);
  };
  return {
    x: along(view.x, image.width, frame.width),
    y: along(view.y, image.height, frame.height),
    scale,
  };
}

/** Keeps the centre where the frame stays covered, so that panning back starts at once. */
function settle(view: ImageView, image: Size, frame: Size): ImageView {
  const scale = scaleOf(view, image, frame);
  const along = (center: number, pixels: number, room: number) => {
    const half = room / 2 / (pixels * scale);
    return half >= 0.5 ? 0.5 : clamp(center, half, 1 - half);
  };
  return {
    scale: view.scale,
    x: along(view.x, image.width, frame.width),
    y: along(view.y, image.height, frame.height),
  };
}

/** Zooms by `factor`, keeping what is at `point` of the frame where it is. */
export function zoomAt(
  view: ImageView,
  image: Size,
  frame: Size,
  factor: number,
  point: { x: number; y: number },
): ImageView {
  const before = placeImage(view, image, frame);
  const fit = fitScale(image, frame);
  const scale = clamp(before.scale * factor, Math.min(kLeastScale, fit), kMostScale);
  if (scale <= fit * 1.001 && factor < 1) return kFitted;
  const part = (at: number, origin: number, pixels: number) => (at - origin) / (pixels * before.scale);
  const px = part(point.x, before.x, image.width);
  const py = part(point.y, before.y, image.height);
  return settle(
    {
      scale,
      x: px + (frame.width / 2 - point.x) / (image.width * scale),
      y: py + (frame.height / 2 - point.y) / (image.height * scale),
    },
    image,
    frame,
  );
}

/** Moves the image by so many CSS pixels. */
export function panBy(view: ImageView, image: Size, frame: Size, dx: number, dy: number): ImageView {
  const scale = scaleOf(view, image, frame);
  return settle(
    { scale: view.scale, x: view.x - dx / (image.width * scale), y: view.y - dy / (image.height * scale) },
    image,
    frame,
  );
}

/** The pixel below a point of the frame; null beside the image. */
export function pixelAt(
  view: ImageView,
  image: Size,
  frame: Size,
  point: { x: number; y: number },
): { x: number; y: number } | null {
  const place = placeImage(view, image, frame);
  const x = Math.floor((point.x - place.x) / place.scale);
  const y = Math.floor((point.y - place.y) / place.scale);
  return x >= 0 && y >= 0 && x < image.width && y < image.height ? { x, y } : null;
}

/** The square that the loupe magnifies, in the image's pixels; it stays inside. */
export interface Loupe {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Around a centre given as parts of the image, `1 / power` of the image wide and high. */
export function loupeOf(image: Size, center: { x: number; y: number }, power: number): Loupe {
  const width = Math.max(1, Math.round(image.width / power));
  const height = Math.max(1, Math.round(image.height / power));
  return {
    x: clamp(Math.round(center.x * image.width - width / 2), 0, Math.max(0, image.width - width)),
    y: clamp(Math.round(center.y * image.height - height / 2), 0, Math.max(0, image.height - height)),
    width,
    height,
  };
}
