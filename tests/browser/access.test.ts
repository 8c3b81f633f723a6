/** Who may look, and from where: tokens, cookies, a path before everything. */

import type { Browser, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launch, visit } from './support/browser';
import { Log } from './support/log';
import { drawn } from './support/scalars';
import { Server } from './support/server';

const kToken = 'open-sesame-1234';
let browser: Browser;
let log: Log;
let server: Server;
let address: URL; // Without the token.

beforeAll(async () => {
  browser = await launch();
  log = new Log();
  log.run('one').say('curve', 'loss', 0, 20, 2, 1);
  await log.flush();
  server = await Server.start(log.directory, ['--token', kToken, '--path-prefix', '/team/logs', '--title', 'Logs of the team']);
  address = new URL(server.url.replace(/\/$/, ''));
  address.search = '';
});
afterAll(async () => {
  await server.stop();
  await log.remove();
  await browser.close();
});

test('a token becomes a cookie, by which the page, its data and its stream are had', async () => {
  expect(address.pathname).toBe('/team/logs/');
  const { page, faults, close } = await visit(browser, `${address.href}?token=${kToken}#scalars`);
  await drawn(page, 'loss', 'last-step', '19');
  expect(page.url()).not.toContain(kToken);
  const cookies = await page.context().cookies();
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/team/logs/' }]);

  const opened: WebSocket[] = [];
  page.on('websocket', (socket) => opened.push(socket));
  await page.goto('about:blank');
  await page.goto(`${address.href}#scalars`); // The cookie does.
  await drawn(page, 'loss', 'last-step', '19');
  await expect.poll(() => opened.length).toBe(1);
  expect(new URL(opened[0]?.url() ?? '').pathname).toBe('/team/logs/api/live');
  expect(opened[0]?.url()).not.toContain(kToken);
  await log.say('scalar', 'loss', 77, 1).flush();
  await drawn(page, 'loss', 'last-step', '77');
  expect(faults).toEqual([]);
  await close();
});

test('without the token there is no page, no answer and no stream', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const place of ['', 'api/info', 'api/runs', '?token=wrong-wrong']) {
    expect((await page.goto(address.href + place))?.status(), place).toBeGreaterThanOrEqual(401);
  }
  const refused = await page.evaluate((url) => new Promise<string>((resolve) => {
    const socket = new WebSocket(url);
    socket.onopen = () => resolve('open');
    socket.onclose = () => resolve('closed');
  }), `${address.href.replace('http', 'ws')}api/live`);
  expect(refused).toBe('closed');
  await context.close();
});

test('the page without a token asks for one, says when it is wrong, and opens with the right one', async () => {
  const context = await browser.newContext({ colorScheme: 'dark' });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => /Content.Security/.test(message.text()) && refused.push(message.text()));
  await page.goto(`${address.href}#scalars?smooth=0.5`);
  const field = page.getByLabel('Token');
  const colour = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await colour()).toBe('rgb(13, 15, 18)');
  expect(await page.title()).toBe('Logs of the team');
  await field.fill('wrong-wrong');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('alert').innerText()).toBe('This is not the token.');
  expect(await page.content()).not.toContain('wrong-wrong');
  await field.fill(kToken);
  await page.getByRole('button', { name: 'Open' }).click();
  await drawn(page, 'loss', 'last-step', /\d/);
  expect(page.url()).not.toContain(kToken);
  expect(page.url()).toContain('#scalars?smooth=0.5');
  expect(refused).toEqual([]);
  await context.close();
});

test('nothing lies outside of the prefix', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const place of ['/', '/api/info', '/team', '/team/logs2/']) {
    const answer = await page.goto(`${address.origin}${place}?token=${kToken}`);
    expect([401, 404], place).toContain(answer?.status());
  }
  await context.close();
});
