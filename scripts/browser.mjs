// Finds a Chromium for the browser tests, in this order: CHROME_PATH, Playwright's own, one on the PATH. If there is
// none, says what it installs and installs it: Debian's package as root, else Playwright's download. Both have Chromium
// without its windows and menus, which take a third of the time of a test where there is no screen.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { canRun, findProgram, install, installFromDebian } from './programs.mjs';

/** Flags that every start of the browser gets: no sandbox (containers run as root), no traffic of its own. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium on this machine, or undefined.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (!canRun(named)) throw new Error(`CHROME_PATH names ${named}, which cannot be run.`);
    return named;
  }
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return findProgram([
    'chromium-headless-shell',
    'chromium',
    'google-chrome',
    'google-chrome-stable',
    'chromium-browser',
  ]);
}

/** Finds a browser, or installs one. Throws if that fails. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !installFromDebian('chromium-headless-shell')) {
    install(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  }
  const installed = findBrowser();
  if (!installed) throw new Error('A browser was installed but not found. Set CHROME_PATH to its program.');
  return installed;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(`Browser for the tests: ${ensureBrowser()}`);
}
