// node page_visit.mjs URL [--zoom] [--use] [--quiet-ms N]: opens a page in a
// fresh Chromium and prints, as one line of JSON, what it cost until what is to
// be seen changed no more, and what it costs to zoom, or to use it; {} when the
// page ran out of memory.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const [url, ...options] = process.argv.slice(2);
const valueOf = (name, otherwise) =>
  options.includes(name) ? options[options.indexOf(name) + 1] : otherwise;
const quietMillis = Number(valueOf('--quiet-ms', 3000));
const limitMillis = 180_000;
const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

function watchTasks() {
  window.tasks = { longest: 0, blocked: 0 };
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) {
      window.tasks.longest = Math.max(window.tasks.longest, task.duration);
      window.tasks.blocked += task.duration;
    }
  }).observe({ type: 'longtask', buffered: true });
}

const browser = await chromium.launch({
  executablePath: process.env.STEPLINE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
const page = await context.newPage();
const crashed = new Promise((resolve) => page.on('crash', () => resolve({})));
await page.addInitScript(watchTasks);
const session = await context.newCDPSession(page);
await session.send('Network.enable');
let bytes = 0;
let lastNetwork = Date.now();
session.on('Network.requestWillBeSent', () => {
  lastNetwork = Date.now();
});
session.on('Network.loadingFinished', (event) => {
  bytes += event.encodedDataLength;
  lastNetwork = Date.now();
});
session.on('Network.webSocketFrameReceived', (event) => {
  bytes += event.response.payloadData.length;
});

// The browser sends a frame whenever what is to be seen has changed.
let lastFrame = 0;
session.on('Page.screencastFrame', ({ sessionId, metadata }) => {
  lastFrame = metadata.timestamp * 1e3;
  session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
});

// When it was last seen to change, once nothing was drawn nor loaded for a while.
async function settled(begin) {
  while (Date.now() - begin < limitMillis) {
    await pause(100);
    const since = Math.max(lastFrame, lastNetwork);
    if (lastFrame > begin && Date.now() - since > quietMillis) return lastFrame;
  }
  throw new Error('the page did not come to rest');
}

// In milliseconds, of the tasks on the page's main thread while `act` goes on.
async function longestTask(act) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  session.on('Tracing.dataCollected', collect);
  const traceConfig = { includedCategories: ['toplevel', 'devtools.timeline'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  // Chromium has pages of its own, which draw nothing meanwhile.
  const frames = events.find(({ name }) => name === 'FireAnimationFrame');
  const ofPage = ({ name, pid, tid }) => /RunTask$/.test(name) && pid === frames?.pid && tid === frames.tid;
  return Math.max(0, ...events.filter(ofPage).map(({ dur = 0 }) => dur)) / 1e3;
}

async function atRest() {
  do await pause(100);
  while (Date.now() - Math.max(lastFrame, lastNetwork) < quietMillis / 3);
}

async function scroll({ x, y }) {
  await page.mouse.move(x, y);
  for (let i = 0; i < 40; ++i) {
    await page.mouse.wheel(0, 400);
    await pause(40);
  }
}

async function centreOf(selector) {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

async function use() {
  const runs = await centreOf('[role="tree"]');
  const cards = await centreOf('[data-testid="cards"]');
  const filter = await centreOf('[aria-label="Filter runs"]');
  const all = await centreOf('[aria-label="Show all runs"]');
  const scrolling = await longestTask(async () => {
    await scroll(runs);
    await scroll(cards);
    await atRest();
  });
  const selecting = await longestTask(async () => {
    await page.mouse.click(filter.x, filter.y);
    await page.keyboard.type('run_12', { delay: 80 });
    for (let i = 0; i < 6; ++i) await page.keyboard.press('Backspace', { delay: 40 });
    for (const _ of ['none', 'all', 'none']) {
      await page.mouse.click(all.x, all.y);
      await atRest();
    }
  });
  return { scroll_longest_task_ms: scrolling, select_longest_task_ms: selecting };
}

async function measure() {
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 20, maxWidth: 700 });
  const begin = Date.now();
  await page.goto(url, { waitUntil: 'commit' });
  const drawn = await settled(begin);
  const tasks = await page.evaluate(() => window.tasks);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const found = {
    drawn_s: (drawn - begin) / 1e3,
    bytes,
    heap_bytes: usedSize,
    longest_task_ms: tasks.longest,
    blocked_ms: tasks.blocked,
  };
  if (options.includes('--zoom')) {
    const chart = page.locator('[data-testid="chart"], [data-drawn-points]').first();
    const box = await chart.boundingBox();
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.45, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.55, y, { steps: 4 });
    const released = Date.now();
    await page.mouse.up();
    found.zoom_s = ((await settled(released)) - released) / 1e3;
  }
  if (options.includes('--use')) Object.assign(found, await use());
  return found;
}

try {
  const measured = measure().catch((problem) => {
    if (/crashed/.test(problem.message)) return {};
    throw problem;
  });
  console.log(JSON.stringify(await Promise.race([measured, crashed])));
} finally {
  await browser.close();
}
