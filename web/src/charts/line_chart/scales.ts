/** Scales between values and pixels. */

export type ScaleKind = 'linear' | 'log';
export type Domain = readonly [number, number];

/** Maps a domain of values onto a range of pixels; a log scale has no place for what is not positive. */
export interface Scale {
  readonly kind: ScaleKind;
  readonly domain: Domain;
  readonly range: Domain;
  pixel(value: number): number;
  value(pixel: number): number;
}

export function makeScale(kind: ScaleKind, domain: Domain, range: Domain): Scale {
  const [from, to] = range;
  const [low, high] = widen(kind, domain);
  if (kind === 'log') {
    const logLow = Math.log(low);
    const factor = (to - from) / (Math.log(high) - logLow);
    return {
      kind,
      domain: [low, high],
      range,
      pixel: (value) => (value > 0 ? from + (Math.log(value) - logLow) * factor : NaN),
      value: (pixel) => Math.exp(logLow + (pixel - from) / factor),
    };
  }
  const factor = (to - from) / (high - low);
  return {
    kind,
    domain: [low, high],
    range,
    pixel: (value) => from + (value - low) * factor,
    value: (pixel) => low + (pixel - from) / factor,
  };
}

/** A domain that has an extent, and on a log scale is positive. */
export function widen(kind: ScaleKind, [low, high]: Domain): Domain {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return kind === 'log' ? [1, 10] : [0, 1];
  if (low > high) return widen(kind, [high, low]);
  if (kind === 'log') {
    if (high <= 0) return [1, 10];
    const floor = low > 0 ? low : Math.min(high / 1e3, 1);
    return high > floor ? [floor, high] : [high / 2, high * 2];
  }
  if (high - low > Math.abs(high) * 1e-14) return [low, high];
  const half = Math.abs(high) * 0.05 || 1;
  return [low - half, high + half];
}

/** The domain after zooming by `factor` (below 1: closer) about a pixel, which keeps its value. */
export function zoomed(scale: Scale, factor: number, aboutPixel: number): Domain {
  const [from, to] = scale.range;
  return [
    scale.value(aboutPixel + (from - aboutPixel) * factor),
    scale.value(aboutPixel + (to - aboutPixel) * factor),
  ];
}

/** The domain after dragging the picture by so many pixels. */
export function panned(scale: Scale, byPixels: number): Domain {
  const [from, to] = scale.range;
  return [scale.value(from - byPixels), scale.value(to - byPixels)];
}

/** A domain with no more digits than a screen can show: for links, which people read. */
export function tidied([low, high]: Domain): Domain {
  const unit = 10 ** (Math.floor(Math.log10(high - low)) - 4);
  if (!(unit > 0) || !Number.isFinite(unit)) return [low, high];
  const round = (value: number): number => Number((Math.round(value / unit) * unit).toPrecision(15));
  return [round(low), round(high)];
}
