import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { answerTo, everyType, markOfRequest } from '../tests/kill/every-type';
import { countsOf, doneTwice, recordedCalls, resultsOf, seededRandom } from '../tests/kill/ledger';
import { App, expect, test } from './support/app';
import { type KillableBrowser, startBrowser } from './support/killable-browser';

/** How many browsers are killed; for more: `KILLS=300`. */
const kills = Number(process.env['KILLS'] ?? 15);
const seed = Number(process.env['KILL_SEED'] ?? 1);
/**
 * How often, of so many kills, a browser may throw away all that it stored: Chromium does so with a database that it
 * cannot read after a kill. A page that did nothing but write lost its own by 1 of 506 kills of Chromium 156.
 */
const mostThrownAway = Math.ceil(kills / 15);
/** A browser is killed at the latest this many ms, or this many requests, after its page has loaded. */
const latest = { ms: 2000, requests: 40 };

test(`of a run whose browser is killed again and again nothing is paid twice (seed ${seed})`, async ({
  server,
  baseURL,
}) => {
  test.setTimeout(120_000 + kills * 20_000);
  server.on({ reply: answerTo, delayMs: 5 });
  const random = seededRandom(seed);
  const folders: string[] = [];
  let running: KillableBrowser | undefined;

  /** A browser with an empty storage of its own. */
  const newFolder = () => {
    folders.push(mkdtempSync(join(tmpdir(), 'heddle-kill-')));
    return folders.at(-1) ?? '';
  };
  const launch = async (folder: string) => {
    running = await startBrowser(folder);
    return new App(running.page);
  };
  /** Opens the workflow and starts its run. */
  const begin = async (folder: string) => {
    const app = await launch(folder);
    await app.page.goto(`${baseURL}/#/start`);
    await app.openFile(
      'flow.yaml',
      everyType('harbour:small', () => 'true', true),
    );
    await app.isReady();
    await app.addProviders({ id: 'harbour', baseUrl: `${server.url}/v1` });
    const before = server.requests.length;
    await app.start();
    return { app, before, address: app.page.url() };
  };
  /** The stored state, read from a page that runs nothing. */
  const stored = async (app: App) => {
    await app.page.goto(`${baseURL}/icon.svg`);
    const events = await app.storedEvents();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    return events;
  };

  try {
    const first = await begin(newFolder());
    await completes(first.app);
    const whole = countsOf(server.requests.slice(first.before).map(markOfRequest));
    const results = resultsOf(await stored(first.app));
    expect(Object.keys(results)).toHaveLength(17);
    await running?.kill();

    let thrownAway = 0;
    for (let killed = 0; killed < kills; ) {
      const folder = newFolder();
      let { app, before, address } = await begin(folder);
      /** When each browser started, and what had been requested by then. */
      const browsers = [{ at: 0, before }];
      const created = readCreation(folder);
      let isThrownAway = false;
      while (!isThrownAway && killed < kills && (await killSometime(app))) {
        killed += 1;
        isThrownAway = ![created, ''].includes(readCreation(folder));
        browsers.push({ at: Date.now(), before: server.requests.length });
        app = await launch(folder);
        await app.page.goto(address);
      }
      await expect.poll(async () => Object.keys(await app.dump('executions'))).toContain('executions');
      if (isThrownAway || ![created, ''].includes(readCreation(folder))) {
        thrownAway += 1;
        expect(thrownAway, 'databases thrown away by the browser').toBeLessThanOrEqual(mostThrownAway);
        await running?.kill();
        continue;
      }
      await app.isReady();
      await completes(app);
      const events = await stored(app);
      expect(resultsOf(events)).toEqual(results);
      // Each question was asked once, and answered once.
      for (const kind of ['input.requested', 'input.provided']) {
        expect(events.filter((event) => event.kind === kind)).toHaveLength(2);
      }
      for (const [index, { at, before: from }] of browsers.entries()) {
        const recorded = countsOf(recordedCalls(events.filter(({ t }) => Date.parse(t) < at)));
        const done = countsOf(server.requests.slice(from, browsers[index + 1]?.before).map(markOfRequest));
        expect(doneTwice(whole, recorded, done), `by browser ${index + 1} of ${killed} killed`).toEqual([]);
      }
      await running?.kill();
    }
  } finally {
    await running?.kill().catch(() => {});
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }

  /** What LevelDB says when it makes a database; nothing if it found one when it was opened the last time. */
  function readCreation(folder: string): string {
    const { hostname, port } = new URL(baseURL ?? '');
    const log = join(folder, `Default/IndexedDB/http_${hostname}_${port}.indexeddb.leveldb/LOG`);
    const [first = ''] = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
    return first.includes('since it was missing') ? first : '';
  }

  /** Answers what the run asks at the moment, if anything. A question may go while it is answered. */
  async function answer({ page }: App): Promise<void> {
    const card = page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');
    const word = card.getByRole('radio', { name: 'go' });
    const button = card.getByRole('button', { name: /^(Answer|Approve)$/ });
    if (!(await button.isVisible())) return;
    const soon = { timeout: 1000 };
    if (await word.isVisible()) await word.check(soon).catch(() => {});
    await button.click(soon).catch(() => {});
  }

  /** Waits for the end of the run, and answers what it asks. */
  async function completes(app: App): Promise<void> {
    const status = async () => {
      await answer(app);
      return (await app.runs()).at(-1)?.status;
    };
    await expect.poll(status, { timeout: 60_000 }).toBe('completed');
  }

  /** Kills the browser at a random time, or after a random request; false if the run ended before. */
  async function killSometime(app: App): Promise<boolean> {
    const wanted = server.requests.length + 1 + Math.floor(random() * latest.requests);
    const until = Date.now() + random() * latest.ms;
    const byTime = random() < 0.5;
    while (byTime ? Date.now() < until : server.requests.length < wanted) {
      if ((await app.runs()).at(-1)?.status === 'completed') return false;
      await answer(app);
      await setTimeout(20);
    }
    await running?.kill();
    return true;
  }
});
