/** Decodes `application/vnd.stepline.columns` (docs/api.md): a JSON head whose
 * columns become typed arrays over the answer's own memory. */

import type { Numbers } from './types';

const kMagic = 0x31434c53; // "SLC1", little-endian.
const kFixed = 8;

interface ColumnRef {
  readonly type: string;
  readonly offset: number;
  readonly count: number;
}

function isColumn(value: object): value is ColumnRef {
  const { type, offset, count } = value as Partial<ColumnRef>;
  return typeof type === 'string' && typeof offset === 'number' && typeof count === 'number';
}

/** Steps beyond 2^53 lose their last digits here; no screen shows them. */
function fromBig(big: BigInt64Array): Float64Array {
  return Float64Array.from(big, Number);
}

function read(buffer: ArrayBuffer, start: number, column: ColumnRef): Numbers {
  const at = start + column.offset;
  switch (column.type) {
    case 'f32':
      return new Float32Array(buffer, at, column.count);
    case 'f64':
      return new Float64Array(buffer, at, column.count);
    case 'u32':
      return new Uint32Array(buffer, at, column.count);
    case 'u8':
      return new Uint8Array(buffer, at, column.count);
    case 'i64':
      return fromBig(new BigInt64Array(buffer, at, column.count));
    default:
      throw new Error(`a column of the unknown type ${column.type}`);
  }
}

const kNotFinite: Record<string, number> = { NaN: NaN, Infinity: Infinity, '-Infinity': -Infinity };
const kNumeric = new Set([
  'value', 'smoothed', 'mean', 'deviation', 'min', 'max', 'density_low', 'density_high', 'wall', 'sparkline',
]);

/** Numbers that are not finite come as strings; in these fields nothing else
 * is one. Columns are put in with `column`, where there can be some. */
export function revive(value: unknown, key: string, column?: (ref: ColumnRef) => Numbers): unknown {
  if (typeof value === 'string') {
    return kNumeric.has(key) && value in kNotFinite ? kNotFinite[value] : value;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const numeric = kNumeric.has(key);
    for (let i = 0; i < value.length; ++i) {
      const item: unknown = value[i]; // Most are numbers, of which nothing is to be made.
      if (typeof item === 'object' || (numeric && typeof item === 'string')) value[i] = revive(item, key, column);
    }
    return value;
  }
  if (column !== undefined && isColumn(value)) return column(value);
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) fields[name] = revive(fields[name], name, column);
  return fields;
}

/** The head with its columns in place; throws on anything that is not such an
 * answer. The arrays keep `buffer` alive. */
export function decodeColumns<Head>(buffer: ArrayBuffer): Head {
  const view = new DataView(buffer);
  if (buffer.byteLength < kFixed || view.getUint32(0, true) !== kMagic) {
    throw new Error('the answer is not in columns');
  }
  const length = view.getUint32(4, true);
  const start = kFixed + length;
  if (start > buffer.byteLength) throw new Error('the answer is cut off in its head');
  const text = new TextDecoder().decode(new Uint8Array(buffer, kFixed, length));
  return revive(JSON.parse(text), '', (ref) => read(buffer, start, ref)) as Head;
}
