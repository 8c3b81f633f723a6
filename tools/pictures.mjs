// node tools/pictures.mjs [LOGDIR]: takes the pictures of docs/pictures with
// Chromium, and writes the gallery of them, docs/pictures.md. Without a log it
// makes one: that of `stepline demo`, and that of the demo training. Needs the
// program, train_demo and log_script in build/.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const at = (path) => new URL(`../${path}`, import.meta.url).pathname;

const kWidths = [[800, 900], [1400, 900], [2560, 1300]];
const kThemes = ['light', 'dark'];
const kManyRuns = 120;
const kQuality = 76;
const kSettledMillis = 900; // After the last answer: a frame, and what is asked for after it.

const kPinned = 'scalars?' + ['train/loss', 'validation/loss', 'validation/accuracy'].map((tag) => `pincard=scalar::${tag}`).join('&');

/** What is shown: of which server, at which address, and what is done there. */
const kScenes = [
  { name: 'scalars', title: 'Scalars', hash: `${kPinned}&run=careful` },
  { name: 'overview', title: 'Overview', hash: 'overview?filter=^(train|samples|mistakes|notes)' },
  { name: 'images', title: 'Images', hash: 'images' },
  { name: 'histograms', title: 'Histograms', hash: 'histograms' },
  { name: 'text', title: 'Text', hash: 'text' },
  { name: 'audio', title: 'Audio', hash: 'audio' },
  { name: 'full', title: 'A card that fills the window', hash: kPinned, act: fullScreen },
  { name: 'many', title: 'More runs than colours', hash: 'scalars', log: 'many' },
  { name: 'palette', title: 'The palette', hash: kPinned, act: palette },
  { name: 'settings', title: 'Settings', hash: kPinned, act: (tab) => tab.keyboard.press(',') },
  { name: 'empty', title: 'Nothing logged yet', hash: 'scalars', log: 'empty' },
  { name: 'loading', title: 'While a log is read', hash: kPinned, before: stillLoading, quiet: true },
  { name: 'error', title: 'The server has gone', hash: kPinned, before: keepStreams, act: goOffline },
];

async function fullScreen(tab) {
  const card = tab.locator('[data-testid="scalar-card"][data-tag]').first();
  await card.locator('article').focus();
  await tab.keyboard.press('Enter');
}

async function palette(tab) {
  await tab.keyboard.press('Control+k');
  await tab.keyboard.type('loss');
}

/** As if two fifths were read, and no curve had come. */
async function stillLoading(tab) {
  await tab.routeWebSocket(/api\/live/, () => undefined);
  await tab.route(/api\/(scalars|rows|statistics)/, () => undefined);
  await tab.route(/api\/info/, async (route) => {
    const answer = await route.fetch();
    const info = await answer.json();
    const progress = { ...info.progress, loaded: false, bytes_total: 5_300_000_000, bytes_done: 2_120_000_000 };
    await route.fulfill({ response: answer, json: { ...info, progress } });
  });
}

const live = new WeakMap(); // The live streams of a tab.

async function keepStreams(tab) {
  const streams = { open: new Set(), ended: false };
  live.set(tab, streams);
  await tab.routeWebSocket(/api\/live/, (stream) => {
    if (streams.ended) return void stream.close();
    stream.connectToServer();
    streams.open.add(stream);
  });
}

async function goOffline(tab) {
  const streams = live.get(tab);
  streams.ended = true;
  await tab.context().setOffline(true);
  for (const stream of streams.open) await stream.close();
  await tab.getByText('The server does not answer').first().waitFor();
}

/** Runs that learn, diverge and end in NaN, and a training with every kind of summary. */
function writeOwn(directory, work) {
  execFileSync(at('build/examples/train_demo'), ['--logdir', directory], { stdio: 'ignore' });
  const demo = join(work, 'demo');
  execFileSync(at('build/stepline'), ['demo', demo]);
  for (const run of readdirSync(demo)) renameSync(join(demo, run), join(directory, run));
}

/** More runs than have a colour of their own. */
function writeMany(directory) {
  const lines = [];
  for (let i = 0; i < kManyRuns; i++) {
    const [from, to] = [2.2 + ((i * 37) % kManyRuns) / 90, 0.2 + ((i * 53) % kManyRuns) / 160];
    lines.push(`run\tsweep/lr-${i % 4}/seed-${Math.floor(i / 4)}`);
    for (const [tag, scale] of [['train/loss', 1], ['train/grad_norm', 0.4], ['val/loss', 1.1], ['val/error', 0.3]]) {
      lines.push(`curve\t${tag}\t0\t1500\t${from * scale}\t${to * scale}`);
    }
  }
  execFileSync(at('build/tests/browser/log_script'), [directory], { input: `${lines.join('\n')}\nflush\n` });
}

async function serve(directory) {
  const options = ['serve', basename(directory), '--port', '0'];
  const server = spawn(at('build/stepline'), options, { cwd: dirname(directory), stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolved, rejected) => {
    server.once('exit', () => rejected(new Error('the server did not start')));
    server.stdout.on('data', (text) => {
      const found = /https?:\/\/\S+/.exec(text.toString());
      if (found !== null) resolved(found[0]);
    });
  });
  return { url, stop: () => server.kill('SIGINT') };
}

async function take(browser, url, scene, theme, [width, height]) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' });
  const tab = await context.newPage();
  await scene.before?.(tab);
  await tab.goto(`${url}#${scene.hash}`);
  if (scene.quiet !== true) await tab.waitForLoadState('networkidle');
  await tab.waitForTimeout(kSettledMillis);
  await scene.act?.(tab);
  await tab.waitForTimeout(kSettledMillis);
  const session = await context.newCDPSession(tab);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: kQuality });
  writeFileSync(at(`docs/pictures/${fileOf(scene, theme, width)}`), Buffer.from(data, 'base64'));
  await context.close();
}

const fileOf = (scene, theme, width) => `${scene.name}-${theme}-${width}.webp`;

function gallery() {
  const cell = (scene, theme, width) => {
    const file = `pictures/${fileOf(scene, theme, width)}`;
    return `<td><a href="${file}"><img alt="${scene.title}, ${theme}, ${width} pixels wide" src="${file}"></a></td>`;
  };
  const row = (scene, theme) => `<tr>${kWidths.map(([width]) => cell(scene, theme, width)).join('')}</tr>`;
  const section = (scene) => `## ${scene.title}\n\n<table>\n${kThemes.map((theme) => row(scene, theme)).join('\n')}\n</table>\n`;
  return `# What it looks like\n
Every page and state, light and dark, ${kWidths.map(([width]) => width).join(', ')} pixels wide. \`node tools/pictures.mjs\` takes these pictures and writes this page.\n
${kScenes.map(section).join('\n')}`;
}

const only = process.env.STEPLINE_PICTURES; // A part of the names, to take only those.
const work = mkdtempSync(join(tmpdir(), 'stepline-pictures-'));
const logs = { own: process.argv[2] === undefined ? join(work, 'runs') : resolve(process.argv[2]) };
for (const name of ['many', 'empty']) mkdirSync((logs[name] = join(work, name, 'runs')), { recursive: true });
if (process.argv[2] === undefined) writeOwn(logs.own, work);
writeMany(logs.many);

const servers = {};
const browser = await chromium.launch({
  executablePath: process.env.STEPLINE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  for (const [name, directory] of Object.entries(logs)) servers[name] = await serve(directory);
  mkdirSync(at('docs/pictures'), { recursive: true });
  if (only === undefined) for (const old of readdirSync(at('docs/pictures'))) rmSync(at(`docs/pictures/${old}`));
  for (const scene of kScenes) {
    for (const theme of kThemes) {
      for (const size of kWidths) {
        if (only !== undefined && !fileOf(scene, theme, size[0]).includes(only)) continue;
        await take(browser, servers[scene.log ?? 'own'].url, scene, theme, size);
        console.log(fileOf(scene, theme, size[0]));
      }
    }
  }
  writeFileSync(at('docs/pictures.md'), gallery());
} finally {
  await browser.close();
  for (const server of Object.values(servers)) server.stop();
  rmSync(work, { recursive: true, force: true });
}
