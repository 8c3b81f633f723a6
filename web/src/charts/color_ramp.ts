/** The ramp of heat maps, spectrograms and differences. */

import { mix, parseColor } from '../base/color';

/** 256 RGBA colours: from the card's ground through the series' colour, which is at
    `middle`, half of the way towards the text's. */
export function rampTable(ground: string, series: string, text: string, middle = 0.8): Uint8Array {
  const table = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) {
    const part = i / 255;
    const color =
      part < middle
        ? mix(ground, series, part / middle)
        : mix(series, text, (part - middle) / (1 - middle) / 2);
    const { r, g, b } = parseColor(color);
    table.set([r, g, b, 255], i * 4);
  }
  return table;
}
