// node tools/pictures.mjs LOGDIR: takes the pictures of docs/pictures with
// Chromium, of a log that `make demo` left, for example.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const at = (path) => new URL(`../${path}`, import.meta.url).pathname;

const server = spawn(at('build/stepline'), ['serve', process.argv[2], '--port', '0']);
const url = await new Promise((resolve, reject) => {
  server.once('exit', () => reject(new Error('the server did not start')));
  server.stdout.on('data', (text) => {
    const found = /https?:\/\/\S+/.exec(text.toString());
    if (found !== null) resolve(found[0]);
  });
});
const browser = await chromium.launch({
  executablePath: process.env.STEPLINE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

async function take(page, theme, width, height, name) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  const tab = await context.newPage();
  await tab.goto(`${url}#${page}`);
  await tab.waitForTimeout(3000);
  await tab.screenshot({ path: at(`docs/pictures/${name}.png`) });
  await context.close();
  console.log(name);
}

try {
  mkdirSync(at('docs/pictures'), { recursive: true });
  for (const theme of ['light', 'dark']) {
    for (const page of ['overview', 'scalars', 'images', 'histograms', 'text', 'audio']) {
      await take(page, theme, 1400, 900, `${page}-${theme}`);
    }
    await take('scalars', theme, 800, 900, `scalars-${theme}-800`);
    await take('scalars', theme, 2560, 1300, `scalars-${theme}-2560`);
  }
} finally {
  await browser.close();
  server.kill('SIGINT');
}
