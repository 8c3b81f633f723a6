import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const arguments_ = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

export function launch(): Promise<Browser> {
  const executablePath = process.env['STEPLINE_CHROMIUM'] ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: arguments_ });
}

/** A page with a fresh profile, and what went wrong in it. */
export interface Visit {
  readonly page: Page;
  /** Console errors, uncaught exceptions, dialogs, requests outside of the origin. */
  readonly faults: string[];
  close(): Promise<void>;
}

export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const { host } = new URL(url);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (/^(https?|wss?):$/.test(asked.protocol) && asked.host !== host) {
      faults.push(`request to ${request.url()}`);
    }
  });
  await page.goto(url);
  return { page, faults, close: () => context.close() };
}

/** Until the address, which follows quick changes a little later, stays as it is. */
export async function addressRests(page: Page): Promise<void> {
  for (let before = ''; before !== page.url(); ) {
    before = page.url();
    await page.waitForTimeout(500);
  }
}
