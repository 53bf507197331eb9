import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './scripts/browser.mjs';

/** The built page is served here for the tests; with BASE_URL they go against a page that is served already. */
const local = 'http://127.0.0.1:4173';
const served = process.env['BASE_URL'];
const executablePath = findBrowser();

/** Marks the main ways through the page, which `npm test` goes. Everything else is in the soak. */
const main = /@main/;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'main', grep: main },
    { name: 'soak', grepInvert: main },
  ],
  fullyParallel: true,
  // More than there are cores on a small machine: a test waits about a third of its time.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  // A second try on a busy machine is reported as flaky, not hidden.
  retries: process.env['CI'] ? 1 : 0,
  // What hangs ends at some time. On a busy machine a step takes many seconds.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./scripts/tell-tests.mjs']],
  use: {
    baseURL: served ?? local,
    // It would keep the whole page anew for each test; offline.spec.ts has it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // To draw what moves takes a tenth of the time where there is no graphics card.
    contextOptions: { reducedMotion: 'reduce' },
    // To record every step of every test takes a sixth of the time: TRACE=1 does, and the second try in CI.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'on-first-retry',
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
  ...(served
    ? {}
    : {
        webServer: {
          command: 'node_modules/.bin/vite preview --port 4173 --strictPort',
          url: local,
          reuseExistingServer: !process.env['CI'],
          stdout: 'ignore',
        },
      }),
});
