// node tools/pack_assets.mjs DIST OUT: packs the files below DIST, as they are
// and compressed, into OUT/assets.bin, with a table for the compiler in
// OUT/embedded_assets.cc (src/server/assets/assets.h says what is in it).
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const COMPRESSED_ALREADY = new Set(['.png', '.woff2']);

function filesBelow(directory, path = '') {
  return readdirSync(join(directory, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(directory, inner) : [inner];
  });
}

/** The bytes, or none where they save less than a tenth. */
function worthwhile(packed, plain) {
  return packed.length < plain.length * 0.9 ? packed : Buffer.alloc(0);
}

function formsOf(path, plain) {
  if (COMPRESSED_ALREADY.has(extname(path))) return [plain, Buffer.alloc(0), Buffer.alloc(0)];
  const brotli = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  return [plain, worthwhile(gzipSync(plain, { level: 9 }), plain), worthwhile(brotli, plain)];
}

const [dist, out] = process.argv.slice(2);
const pieces = [];
const rows = [];
let size = 0;
for (const path of filesBelow(dist).sort()) {
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`no content type is known for ${path}`);
  const plain = readFileSync(join(dist, path));
  const etag = createHash('sha256').update(plain).digest('hex').slice(0, 16);
  const places = formsOf(path, plain).map((bytes) => {
    const place = `{bytes + ${size}, ${bytes.length}}`;
    pieces.push(bytes);
    size += bytes.length;
    return place;
  });
  rows.push(`    {"${path}", "${type}", "\\"${etag}\\"",\n     ${places.join(', ')}},`);
}
const all = Buffer.concat(pieces);
const place = resolve(out, 'assets.bin');
mkdirSync(out, { recursive: true });
writeFileSync(place, all);
writeFileSync(
  join(out, 'embedded_assets.cc'),
  `// Made by tools/pack_assets.mjs of ${createHash('sha256').update(all).digest('hex')}.
#include "server/assets/assets.h"

asm(".section .rodata\\n"
    ".balign 16\\n"
    "stepline_asset_bytes:\\n"
    ".incbin \\"${place}\\"\\n"
    ".byte 0\\n"
    ".previous\\n");
extern "C" const char bytes[] asm("stepline_asset_bytes");

namespace stepline::server {
namespace {

const Asset kAssets[] = {
${rows.join('\n')}
};

}  // namespace

std::span<const Asset> embedded_assets() { return kAssets; }

}  // namespace stepline::server
`,
);
console.log(`packed ${rows.length} files, ${size} bytes`);
