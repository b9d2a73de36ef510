/** The Chromium of this machine, where there is one. */

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A machine busy with other tests is slow to start a browser, and that is no fault of a page. */
const PATIENCE_MS = 100_000;

function browserPath(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...PLACES].filter((folder) => folder !== '');
  const files = [
    process.env['CHROME_PATH'] ?? '',
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...PLACES.slice(3),
  ];
  return files.find((file) => file !== '' && runs(file));
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A headless browser with a profile of its own; undefined, and a line that says why, where none can be started. */
export async function startBrowser(): Promise<Browser | undefined> {
  const executablePath = browserPath();
  if (executablePath === undefined) {
    console.log('No Chromium is installed (CHROME_PATH names one): the tests of pages in a browser are skipped.');
    return undefined;
  }
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launch({ executablePath, args: FLAGS, headless: true, timeout: PATIENCE_MS });
  } catch (error) {
    console.log(`${executablePath} does not start: the tests of pages in a browser are skipped. ${String(error)}`);
    return undefined;
  }
}
