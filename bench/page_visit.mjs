// node page_visit.mjs URL [--zoom] [--quiet-ms N]: opens a page in a fresh
// Chromium and prints, as one line of JSON, what it cost until nothing was drawn
// any more. What counts as drawing is the same for every page: strokes and fills
// on a 2-D canvas, draws of WebGL, new paths of SVG.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const [url, ...options] = process.argv.slice(2);
const valueOf = (name, otherwise) =>
  options.includes(name) ? options[options.indexOf(name) + 1] : otherwise;
const quietMillis = Number(valueOf('--quiet-ms', 3000));
const limitMillis = 180_000;

function watchDrawing() {
  const seen = { draws: 0, last: 0, first: 0, requests: 0, longest: 0, blocked: 0 };
  window.drawing = seen;
  const note = () => {
    seen.draws += 1;
    seen.last = performance.now();
  };
  const watch = (prototype, names) => {
    for (const name of names) {
      const original = prototype?.[name];
      if (!original) continue;
      prototype[name] = function (...parameters) {
        note();
        return original.apply(this, parameters);
      };
    }
  };
  watch(CanvasRenderingContext2D.prototype, ['stroke', 'fill', 'putImageData', 'drawImage']);
  watch(window.OffscreenCanvasRenderingContext2D?.prototype, ['stroke', 'fill', 'putImageData']);
  watch(window.WebGL2RenderingContext?.prototype, ['drawArrays', 'drawElements']);
  watch(window.WebGLRenderingContext?.prototype, ['drawArrays', 'drawElements']);
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'd' && this.namespaceURI === 'http://www.w3.org/2000/svg') note();
    return setAttribute.call(this, name, value);
  };
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) {
      seen.longest = Math.max(seen.longest, task.duration);
      seen.blocked += task.duration;
    }
  }).observe({ type: 'longtask', buffered: true });
}

const browser = await chromium.launch({
  executablePath: process.env.STEPLINE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
const page = await context.newPage();
await page.addInitScript(watchDrawing);
const session = await context.newCDPSession(page);
await session.send('Network.enable');
let bytes = 0;
let pending = 0;
let lastNetwork = Date.now();
session.on('Network.requestWillBeSent', () => {
  pending += 1;
  lastNetwork = Date.now();
});
session.on('Network.loadingFinished', (event) => {
  bytes += event.encodedDataLength;
  pending -= 1;
  lastNetwork = Date.now();
});
session.on('Network.loadingFailed', () => {
  pending -= 1;
});
session.on('Network.webSocketFrameReceived', (event) => {
  bytes += event.response.payloadData.length;
});

const drawing = () => page.evaluate(() => ({ ...window.drawing, now: performance.now() }));

// Resolves when nothing was drawn nor loaded for a while.
async function settled() {
  const begin = Date.now();
  while (Date.now() - begin < limitMillis) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const seen = await drawing();
    const quiet = seen.now - seen.last;
    if (seen.draws > 0 && quiet > quietMillis && pending <= 0 && Date.now() - lastNetwork > 1000) {
      return seen;
    }
  }
  throw new Error('the page did not come to rest');
}

try {
  await page.goto(url, { waitUntil: 'commit' });
  const first = await settled();
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const found = {
    drawn_s: first.last / 1e3,
    bytes,
    heap_bytes: usedSize,
    longest_task_ms: first.longest,
    blocked_ms: first.blocked,
  };
  if (options.includes('--zoom')) {
    const chart = page.locator('[data-testid="chart"], [data-drawn-points]').first();
    const box = await chart.boundingBox();
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.45, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.55, y, { steps: 4 });
    const begin = await page.evaluate(() => performance.now());
    await page.mouse.up();
    const seen = await settled();
    found.zoom_s = (seen.last - begin) / 1e3;
  }
  console.log(JSON.stringify(found));
} finally {
  await browser.close();
}
