import axe from 'axe-core';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { HANG_MS } from '../support/hang.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-rasterization',
  '--disable-software-rasterizer',
  '--num-raster-threads=1',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium of this machine; undefined: there is none. */
export function chromiumHere(): string | undefined {
  const named = process.env['PIX_TEST_CHROMIUM'];
  if (named !== undefined) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A page of its own. Whatever a script does wrong in it, or what runs that must not, fails the test. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  // It only ends what hangs.
  context.setDefaultTimeout(HANG_MS);
  const wrong: string[] = [];
  context.on('dialog', (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('weberror', (error) => wrong.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error' && !/ status of 40\d/.test(message.text())) wrong.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(wrong).toEqual([]);
  });
  return context.newPage();
}

/** Before its pages are visited: axe is sent once, and not to each of them. */
export async function bringAxe(page: Page): Promise<Page> {
  await page.addInitScript(axe.source);
  return page;
}

/** What axe finds wrong with a page, with the elements. @param rules the only ones that are tried; default: all */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<unknown[]> {
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
}

export async function isWiderThanItsWindow(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
}

/** With PIX_TEST_SCREENS=FOLDER, a picture to look at. Fonts differ between machines, so it is not compared. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PIX_TEST_SCREENS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
