import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOfHanoi, startOfHanoi } from './hanoi/hanoi';
import { serveHanoiPage } from './hanoi/serve-page';
import { App, expect, test } from './support/app';
import { type KillableBrowser, startBrowser } from './support/killable-browser';
import { memoryHeldByEngine } from './support/memory-of-engine';

/** How many disks are moved; the million steps of 20 disks take some minutes: `HANOI_DISKS=20`. */
const disks = Number(process.env['HANOI_DISKS'] ?? 12);
const steps = 2 ** disks - 1;
/** Most megabytes that the worker may use. */
const promised = 200;

/** Long pipelines with voting, after Meyerson et al. 2025 (arXiv 2511.09030). */
const flow = `
name: Towers of Hanoi
default_model: hanoi:worker
tasks:
  solve:
    type: pipeline
    plan: { repeat: ${steps}, step: move }
    state: "${startOfHanoi(disks)}"
    state_template: "{i}: {state}"
    voting: { k: 3, red_flags: { patterns: ["[a-z]"] } }
    limits: { timeout_ms: 0 }
    output: end.txt
`;

const folder = mkdtempSync(join(tmpdir(), 'heddle-hanoi-'));
let site: Awaited<ReturnType<typeof serveHanoiPage>> | undefined;
let running: KillableBrowser | undefined;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await serveHanoiPage();
});
test.afterAll(async () => {
  await running?.kill();
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

test(`${steps} voted steps come to their end without an error, though the browser is killed twice`, async () => {
  test.setTimeout(180_000 + steps * 10);
  const startedAt = Date.now();
  const peak = { all: 0, held: 0 };
  let { app, address } = await begin();

  for (const share of [1 / 3, 2 / 3]) {
    await follow(app, peak, (events) => events > steps * share);
    await running?.kill();
    app = await openAt(address);
  }
  await follow(app, peak, (_, status) => status !== 'running');

  const [run] = await app.runs();
  expect(run?.status).toBe('completed');
  await app.drawer.getByRole('radio', { name: 'Result' }).click();
  // The text of its progress follows.
  const end = RegExp(`^${endOfHanoi(disks).replaceAll('|', '\\|')}`);
  await expect(await app.output('solve')).toHaveText(end);
  const figures = `${disks} disks, ${steps} steps in ${Math.round((Date.now() - startedAt) / 1000)} s, worker ${Math.round(peak.held)} MB at most, ${Math.round(peak.all)} with its garbage`;
  test.info().annotations.push({ type: 'figures', description: figures });
  process.stdout.write(`${figures}\n`);
  expect(peak.held, figures).toBeLessThan(promised);

  /** Opens the workflow in a new browser, and starts it. */
  async function begin() {
    running = await startBrowser(folder);
    const opened = new App(running.page);
    await running.page.goto(`${site?.url}#/start`);
    await opened.openFile('hanoi.yaml', flow);
    await opened.isReady();
    await opened.addProviders({ id: 'hanoi', baseUrl: 'http://127.0.0.1:9/v1' });
    await opened.start();
    return { app: opened, address: running.page.url() };
  }

  /** The page in its last state, in a restarted browser. */
  async function openAt(url: string) {
    running = await startBrowser(folder);
    const opened = new App(running.page);
    await running.page.goto(url);
    await opened.isReady();
    return opened;
  }
});

/** Uses the page until the run has come this far, and records the peak memory of the worker, in MB. */
async function follow(
  app: App,
  peak: { all: number; held: number },
  isThere: (events: number, status: string) => boolean,
): Promise<void> {
  const session = await running?.browser.newBrowserCDPSession();
  if (session === undefined) throw new Error('No browser is running.');
  for (;;) {
    const { all, held } = await memoryHeldByEngine(session);
    peak.all = Math.max(peak.all, all);
    peak.held = Math.max(peak.held, held);
    const run = (await app.runs()).at(-1);
    if (run !== undefined && isThere(run.lastSeq, run.status)) break;
    await use(app);
  }
  await session.detach();
}

/** The actions of a person who watches. */
async function use(app: App): Promise<void> {
  await app.tab('Events');
  await expect(app.drawer.getByRole('option').first()).toBeVisible();
  await app.tab('Metrics');
  await app.select('solve');
  await app.tab('Output');
  await expect(app.drawer.getByRole('progressbar')).toBeVisible();
}
