// Finds Firefox and WebKitGTK for the tests of the main way, and installs Debian's packages of them if there are none.
// Elsewhere than on Debian those tests are left out, and say so.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram, installFromDebian } from './programs.mjs';

/** The path of Firefox on this machine, or undefined. */
export const findFirefox = () => findProgram(['firefox-esr', 'firefox']);

/**
 * WebKitGTK's driver, the browser that it starts, and a screen without a display; undefined if one of them is missing.
 * @returns {{ driver: string, browser: string, screen: string } | undefined}
 */
export function findWebKit() {
  const driver = findProgram(['WebKitWebDriver']);
  const screen = findProgram(['Xvfb']);
  const libraries = '/usr/lib';
  const folders = existsSync(libraries) ? readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu')) : [];
  const browser = folders
    .flatMap((folder) =>
      ['webkitgtk-6.0', 'webkit2gtk-4.1'].map((name) => join(libraries, folder, name, 'MiniBrowser')),
    )
    .find((file) => existsSync(file));
  return driver && screen && browser ? { driver, browser, screen } : undefined;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!findFirefox()) installFromDebian('firefox-esr');
  if (!findWebKit()) for (const name of ['webkit2gtk-driver', 'xvfb']) installFromDebian(name);
  console.log(`Firefox for the tests: ${findFirefox() ?? 'none, so its tests are left out'}`);
  console.log(`WebKit for the tests: ${findWebKit()?.browser ?? 'none, so its tests are left out'}`);
}
