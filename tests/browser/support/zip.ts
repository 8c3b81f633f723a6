import { inflateRawSync } from 'node:zlib';

const kEnd = 0x06054b50;
const kEntry = 0x02014b50;

/** The files of a small archive, by their names, as its table of contents has them. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22; // No comment behind it.
  if (archive.readUInt32LE(end) !== kEnd) throw new Error('no archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; --left) {
    if (archive.readUInt32LE(at) !== kEntry) throw new Error(`no entry at ${at}`);
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [number, number, number];
    const header = archive.readUInt32LE(at + 42);
    const begin = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const packed = archive.subarray(begin, begin + archive.readUInt32LE(at + 20));
    const content = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    files.set(archive.subarray(at + 46, at + 46 + name).toString(), content);
    at += 46 + name + extra + comment;
  }
  return files;
}
