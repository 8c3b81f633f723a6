/** Numbers for the narrow gutter beside a chart: three digits that matter. */

const kUnits: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e4, 'k'],
];

export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  let text: string;
  const unit = kUnits.find(([least]) => size >= least);
  if (size >= 1e15 || size < 1e-3) text = size.toExponential(size < 1e-3 ? 0 : 1).replace('e+', 'e');
  else if (unit !== undefined) {
    const scale = unit[0] === 1e4 ? 1e3 : unit[0];
    text = (size / scale).toFixed(size / scale >= 100 ? 0 : 1) + unit[1];
  } else if (size >= 100) text = size.toFixed(0);
  else text = size.toFixed(size < 1 ? (size < 0.01 ? 4 : 3) : size < 10 ? 2 : 1);
  return (value < 0 ? '−' : '') + text.replace('-', '−');
}
