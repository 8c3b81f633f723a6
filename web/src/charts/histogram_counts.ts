/** How high a count stands: in proportion, or by its logarithm. */

import type { BinnedHistograms } from './histogram_bins';
import { makeScale, type Domain, type Scale } from './line_chart/scales';

export type CountScale = 'linear' | 'log';

const kMostDecades = 6;
const kFloor = 0.5; // Below one of a value, so that a single one is seen.

/** From what stands on the base line to the highest count. */
export function countDomain({ highest, lowest }: BinnedHistograms, scale: CountScale): Domain {
  if (scale === 'linear') return [0, highest || 1];
  if (!(highest > 0)) return [kFloor, 1];
  return [Math.max(highest / 10 ** kMostDecades, Math.min(kFloor, lowest / 2)), highest];
}

/** A scale of counts; nothing, and less than the scale holds, stands on its lower end. */
export function countsOnto(binned: BinnedHistograms, kind: CountScale, range: Domain): Scale {
  const scale = makeScale(kind, countDomain(binned, kind), range);
  const [low] = scale.domain;
  return { ...scale, pixel: (count) => scale.pixel(Math.max(low, count)) };
}

/** The part of the height that a count takes, 0 to 1. */
export function countPart(binned: BinnedHistograms, kind: CountScale): (count: number) => number {
  return countsOnto(binned, kind, [0, 1]).pixel;
}
