import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';

/** A Chromium of its own, with its data in a folder, which can be killed as if the machine lost power. */
export interface KillableBrowser {
  readonly browser: Browser;
  readonly page: Page;
  /** Kills all of its processes at once. */
  kill(): Promise<void>;
}

/** Starts it; `folder` contains its storage, which survives it. */
export async function startBrowser(folder: string): Promise<KillableBrowser> {
  const path = findBrowser() ?? chromium.executablePath();
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--window-size=1440,900'];
  // A process group of its own, so that its children can be killed with it.
  const child = spawn(path, [...browserFlags, ...flags, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const browser = await chromium.connectOverCDP(await addressOf(child));
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = context.pages()[0] ?? (await context.newPage());
  const gone = once(child, 'exit');
  return {
    browser,
    page,
    kill: async () => {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await gone;
      await browser.close().catch(() => {});
    },
  };
}

/** The address of its debugging port, which it prints on standard error. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('The browser has no standard error.');
  for await (const line of createInterface(stderr)) {
    const [, address] = /DevTools listening on (\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    // Later output is discarded; otherwise the process would wait for a reader.
    stderr.resume();
    return address;
  }
  throw new Error('The browser did not start.');
}
