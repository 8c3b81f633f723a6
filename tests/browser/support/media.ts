/** What the tests of images, histograms, text and audio have in common. */

import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { visit, type Visit } from './browser';
import { Log } from './log';
import { Server } from './server';

/** A log and the server that shows it. */
export class Shown {
  private constructor(
    readonly log: Log,
    readonly server: Server,
    private readonly browser: Browser,
  ) {}

  /** `change` is what happens to the files before the server sees them. */
  static async of(
    browser: Browser,
    write: (log: Log) => void,
    change: (directory: string) => void = () => undefined,
  ): Promise<Shown> {
    const log = new Log();
    write(log);
    await log.flush();
    change(log.directory);
    return new Shown(log, await Server.start(log.directory), browser);
  }

  open(hash: string, options?: BrowserContextOptions): Promise<Visit> {
    return visit(this.browser, `${this.server.url}${hash}`, options);
  }

  async end(): Promise<void> {
    await this.server.stop();
    await this.log.remove();
  }
}

export const card = (page: Page, tag: string): Locator => page.locator(`main article[data-card="${tag}"]`);

/** Waits until an attribute is as it should be. */
export async function becomes(locator: Locator, attribute: string, value: string | RegExp): Promise<void> {
  await expect.poll(() => locator.first().getAttribute(attribute), { timeout: 15_000 }).toMatch(value);
}

export async function says(locator: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => locator.first().innerText(), { timeout: 15_000 }).toMatch(text);
}

/** Whole values of an attribute, in the order of the page. */
export const all = (locator: Locator, attribute: string): Promise<(string | null)[]> =>
  locator.evaluateAll((elements, name) => elements.map((element) => element.getAttribute(name)), attribute);
