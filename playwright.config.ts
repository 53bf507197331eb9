import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './scripts/browser.mjs';

/** The built page is served here for the tests; with BASE_URL they go against a page that is served already. */
const local = 'http://127.0.0.1:4173';
const served = process.env['BASE_URL'];
const executablePath = findBrowser();

/** What takes long: kills, tabs that hang, many steps, large files, every screen by axe in both themes. */
const long = [
  'accessibility',
  'carried-files',
  'hanoi',
  'kill',
  'large-attachments',
  'large-comparison',
  'large-outputs',
  'one-writer',
  'other-browsers',
];
/** The same for every kind again. */
const ofKinds = ['examples', 'task-types'];
const ofMakers = ['caching', 'fallback', 'limits', 'maker-tools', 'makers', 'provider-errors', 'sign-in', 'thinking'];
/** One part of the page after another in all its details. `npm test` has the main way through each of them. */
const ofDocuments = [
  'attachments',
  'code',
  'compare',
  'containers',
  'edits',
  'expressions',
  'find-many',
  'files',
  'files-panel',
  'forms',
  'function-forms',
  'import-export',
  'inspector',
  'nested-edits',
  'notes-details',
  'port-details',
];
const ofRuns = [
  'compare-runs',
  'context-view',
  'debugging',
  'full-disk',
  'logs',
  'many-items',
  'nested-run',
  'person',
  'run-parts',
  'runs',
  'scripts',
  'search-runs',
  'server-runs',
  'shown-output',
  'tab',
  'bad-input',
  'what-if',
  'what-if-elsewhere',
];
const ofTools = ['draft', 'library', 'models', 'tool-tasks', 'tools-screen'];
const ofPages = [
  'command-menu',
  'folder',
  'guide',
  'help',
  'keyboard',
  'keys',
  'offline',
  'start-page',
  'touch',
  'xml-view',
];
const details = [...ofDocuments, ...ofRuns, ...ofTools, ...ofPages];
const soak = new RegExp(`/(${[...long, ...ofKinds, ...ofMakers, ...details].join('|')})\\.spec\\.ts$`);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'main', testIgnore: soak },
    { name: 'soak', testMatch: soak },
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
  reporter: [['list']],
  use: {
    baseURL: served ?? local,
    // The tour is offered at the first start only; tour.spec.ts has it.
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(served ?? local).origin, localStorage: [{ name: 'heddle.tour', value: 'offered' }] }],
    },
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
