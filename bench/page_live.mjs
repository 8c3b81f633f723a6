// node page_live.mjs URL: opens a page, prints "ready" when it is at rest, and
// then for each step read from standard input the time (seconds since the
// epoch) at which a chart was drawn that has it.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const browser = await chromium.launch({
  executablePath: process.env.STEPLINE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });

// When a chart first said that it has drawn a step.
await page.addInitScript(() => {
  const drawn = new Map();
  window.drawnSteps = drawn;
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const step = target.getAttribute('data-last-step');
      if (step !== null && !drawn.has(step)) {
        requestAnimationFrame(() => drawn.set(step, Date.now() / 1e3));
      }
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-last-step'] });
});

try {
  await page.goto(process.argv[2]);
  await page.waitForSelector('[data-last-step]');
  await page.waitForTimeout(1500);
  console.log('ready');
  for await (const step of createInterface(process.stdin)) {
    const drawn = await page.waitForFunction((wanted) => window.drawnSteps.get(wanted), step, {
      timeout: 30_000,
      polling: 20,
    });
    console.log(await drawn.jsonValue());
  }
} finally {
  await browser.close();
}
