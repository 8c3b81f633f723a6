/** Serialised events for log_script's `event`: what its other lines cannot say. */

type Bytes = Uint8Array<ArrayBuffer> | Buffer;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Buffer.from([...bytes, value]);
}

const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);

function bytes(field: number, ...parts: readonly (Bytes | string)[]): Buffer {
  const whole = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([varint(field * 8 + 2), varint(whole.length), whole]);
}

function event(step: number, ...value: readonly Buffer[]): string {
  const time = Buffer.alloc(8);
  time.writeDoubleLE(1_700_000_000 + step);
  return Buffer.concat([Buffer.from([9]), time, number(2, step), bytes(5, bytes(1, ...value))]).toString('hex');
}

/** One image, as it is encoded. */
export function imageEvent(tag: string, step: number, width: number, height: number, encoded: Bytes | string): string {
  const image = [number(1, height), number(2, width), number(3, 3), bytes(4, encoded)];
  return event(step, bytes(1, tag), bytes(4, ...image));
}

/** Several images of one step. */
export function batchEvent(tag: string, step: number, width: number, height: number, encoded: readonly Bytes[]): string {
  const strings = [String(width), String(height), ...encoded];
  const shape = bytes(2, bytes(2, number(1, strings.length)));
  const tensor = bytes(8, number(1, 7), shape, ...strings.map((one) => bytes(8, one)));
  return event(step, bytes(1, tag), tensor, bytes(9, bytes(1, bytes(1, 'images'))));
}
