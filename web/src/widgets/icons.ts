/** Icons on 16 × 16 pixels, drawn with a stroke of 1.5. Names say what is
 * meant, not what is seen. */

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

function box(x: number, y: number, w: number, h: number, r: number): string {
  return (
    `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `h${-(w - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${-r}v${-(h - 2 * r)}a${r} ${r} 0 0 1 ${r} ${-r}z`
  );
}

export const kIcons = {
  search: circle(7, 7, 4.2) + 'M10.2 10.2l3.3 3.3',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4L6 8l4 4',
  up: 'M4 10l4-4 4 4',
  settings: 'M2 4.5h6.2M11.8 4.5H14M2 11.5h2.2M7.8 11.5H14' + circle(10, 4.5, 1.8) + circle(6, 11.5, 1.8),
  help: circle(8, 8, 6) + 'M6.3 6.3a1.8 1.8 0 1 1 2.6 1.7c-.6.3-.9.7-.9 1.3M8 11.4v.1',
  pin: 'M6 2.5h4l-.6 4.2 2.1 2.1h-7l2.1-2.1zM8 8.8v4.7',
  full: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.2 2.8 9.4 6.6M2.8 13.2l3.8-3.8',
  more: circle(3.5, 8, 0.35) + circle(8, 8, 0.35) + circle(12.5, 8, 0.35),
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3.5 8.4l3 2.9 6-6.5',
  fit: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3',
  table: box(2.5, 3, 11, 10, 1.5) + 'M2.5 6.5h11M6.5 6.5V13',
  download: 'M8 2.5v7M5 7l3 3 3-3M2.8 13h10.4',
  copy: box(5.5, 5.5, 8, 8, 1.5) + 'M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5',
  cursor: 'M8 2v12M2.5 10.5c1.6-4 3.2-4 5.5-2.5s3.9 1 5.5-3',
  outliers: 'M2 11.5c2-.5 2.6-1 3.5-1s1 .8 1.6.8.9-7.8 1.4-7.8.8 7 1.5 7 1.5-.8 4-1',
  colours: circle(5.5, 6, 2.5) + circle(10.5, 6, 2.5) + circle(8, 10.3, 2.5),
  sort: 'M5 3v10M5 13l-2.3-2.3M5 13l2.3-2.3M9.5 4.5h4M9.5 8h3M9.5 11.5h2',
  panel: box(2.5, 3, 11, 10, 1.5) + 'M6.5 3v10',
  warn: 'M8 2.5 14 13H2zM8 6.5v3M8 11.4v.1',
  plug: 'M5.5 2.5v3M10.5 2.5v3M4 5.5h8v2a4 4 0 0 1-8 0zM8 11.5v2',
  chart: 'M2.5 2.5v11h11M5 10l2.5-3 2 1.5 3.5-4.5',
  run: box(3, 3, 10, 10, 2.5),
  action: 'M8.5 2 4 9h3.5l-.5 5L12 7H8.5z',
  image: box(2.5, 3, 11, 10, 1.5) + 'M3 11.5l3-3 2.2 2.2 2-1.7 2.8 2.5',
  histogram: 'M2.5 13.5h11M4 13.5v-4M7 13.5v-9M10 13.5v-6M12.8 13.5v-3',
  range: 'M2.5 3v10M13.5 3v10M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2',
  logarithm: 'M2.5 2.5v11h11M3.6 11.8C4 6.8 7 4.4 13.5 4',
  text: 'M3 4h10M3 8h10M3 12h6',
  audio: 'M2.5 6.2v3.6h2.3L8 12.5v-9L4.8 6.2zM10.5 6a3 3 0 0 1 0 4',
  volume: 'M2.5 6.2v3.6h2.3L8 12.5v-9L4.8 6.2zM10.5 6a3 3 0 0 1 0 4',
  play: 'M5 3.5v9l7-4.5z',
  pause: 'M5 3.5v9M11 3.5v9',
  link: 'M6.5 9.5l3-3M7 4.8l1.3-1.3a2.8 2.8 0 0 1 4 4L11 8.8M9 11.2l-1.3 1.3a2.8 2.8 0 0 1-4-4L5 7.2',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8z' + circle(8, 8, 1.8),
  hide: 'M2.5 2.5l11 11M6.2 4.1A6.6 6.6 0 0 1 8 3.8c4 0 6.5 4.2 6.5 4.2a11 11 0 0 1-1.9 2.3M4.3 5.4A11 11 0 0 0 1.5 8S4 12.2 8 12.2a6.3 6.3 0 0 0 2.6-.6',
  note: 'M3.5 2.5h9v7l-4 4h-5zM8.5 13.5v-4h4',
  marker: 'M4 14V2.5h8l-2 3 2 3H4',
  layers: 'M8 2.5 14 6 8 9.5 2 6zM2.5 9.3 8 12.5l5.5-3.2',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3 1.5V8.5z',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13.2 2.5v2.6h-2.6',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  wide: box(2.5, 4, 11, 8, 1.5) + 'M8 4v8',
} as const;

export type IconName = keyof typeof kIcons;
