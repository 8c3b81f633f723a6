import { describe, expect, test } from 'vitest';

import { decodeColumns, revive } from '../../src/api/columns';

type Column = Float32Array | Float64Array | Uint32Array | Uint8Array | BigInt64Array;

function typeOf(column: Column): string {
  if (column instanceof Float32Array) return 'f32';
  if (column instanceof Float64Array) return 'f64';
  if (column instanceof Uint32Array) return 'u32';
  return column instanceof Uint8Array ? 'u8' : 'i64';
}

/** Writes as docs/api.md says; `make` gets a function that puts a column in. */
function encode(make: (put: (column: Column) => object) => object): ArrayBuffer {
  const columns: { offset: number; column: Column }[] = [];
  let size = 0;
  const head = make((column) => {
    columns.push({ offset: size, column });
    const ref = { type: typeOf(column), offset: size, count: column.length };
    size = Math.ceil((size + column.byteLength) / 8) * 8;
    return ref;
  });
  let text = new TextEncoder().encode(JSON.stringify(head));
  const padded = new Uint8Array(Math.ceil(text.length / 8) * 8).fill(32);
  padded.set(text);
  text = padded;
  const bytes = new Uint8Array(8 + text.length + size);
  bytes.set(new TextEncoder().encode('SLC1'));
  new DataView(bytes.buffer).setUint32(4, text.length, true);
  bytes.set(text, 8);
  for (const { offset, column } of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), 8 + text.length + offset);
  }
  return bytes.buffer;
}

describe('decodeColumns', () => {
  test('puts columns of every type in their places', () => {
    const answer = decodeColumns<Record<string, ArrayLike<number>>>(
      encode((put) => ({
        a: put(Float32Array.of(1.5, NaN, -Infinity)), b: put(Float64Array.of(Math.PI)), c: put(Uint32Array.of(7, 4294967295)),
        d: put(Uint8Array.of(1, 2, 3)), e: put(BigInt64Array.of(-5n, 2n ** 40n)), f: put(new Float32Array(0)),
      })),
    );
    const lists = Object.fromEntries(Object.entries(answer).map(([name, column]) => [name, Array.from(column)]));
    expect(lists).toEqual({
      a: [1.5, NaN, -Infinity], b: [Math.PI], c: [7, 4294967295], d: [1, 2, 3], e: [-5, 2 ** 40], f: [],
    });
  });

  test('columns may stand in lists and within others', () => {
    const answer = decodeColumns<{ series: { tag: string; restarts: { step: Uint32Array }[]; quantiles: Float32Array[] }[] }>(
      encode((put) => ({
        series: [{ tag: 'µ/loss', restarts: [{ step: put(Uint32Array.of(3)) }], quantiles: [put(Float32Array.of(1)), put(Float32Array.of(2))] }],
      })),
    );
    const first = answer.series[0];
    expect(first?.tag).toBe('µ/loss');
    expect(Array.from(first?.restarts[0]?.step ?? [])).toEqual([3]);
    expect(first?.quantiles.map((column) => column[0])).toEqual([1, 2]);
  });

  test('shares the memory of the answer', () => {
    const buffer = encode((put) => ({ a: put(Float32Array.of(1)) }));
    expect(decodeColumns<{ a: Float32Array }>(buffer).a.buffer).toBe(buffer);
  });

  test.each([
    ['nothing', new ArrayBuffer(0)],
    ['other bytes', new TextEncoder().encode('{"error": "no"}').buffer as ArrayBuffer],
    ['a head that is cut off', encode(() => ({ a: 1 })).slice(0, 12)],
  ])('refuses %s', (_, buffer) => expect(() => decodeColumns(buffer)).toThrow());

  test('refuses columns that are cut off, and types it does not know', () => {
    const whole = encode((put) => ({ a: put(Float64Array.of(1, 2)) }));
    expect(() => decodeColumns(whole.slice(0, whole.byteLength - 8))).toThrow();
    expect(() => decodeColumns(encode(() => ({ a: { type: 'f16', offset: 0, count: 0 } })))).toThrow('f16');
  });
});

test('numbers that are not finite come back, and only where numbers are', () => {
  const answer = { value: 'NaN', kind: 'NaN', tag: 'Infinity', statistics: { mean: '-Infinity', max: { value: 'Infinity' } }, sparkline: [1, 'NaN'] };
  expect(revive(answer, '')).toEqual({
    value: NaN, kind: 'NaN', tag: 'Infinity', statistics: { mean: -Infinity, max: { value: Infinity } }, sparkline: [1, NaN],
  });
});
