import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { builtCli } from '../support/built-cli';
import { answerTo, everyType, markOfRequest } from './every-type';
import {
  type Counts,
  countsOf,
  doneTwice,
  recordedCalls,
  recordedScripts,
  resultsOf,
  scriptMark,
  seededRandom,
} from './ledger';

/** How many processes are killed; for more: `KILLS=2000`. */
const kills = samples('KILLS', 15, 50);
const seed = Number(process.env['KILL_SEED'] ?? 1);
/** A process is killed at the latest this many ms, or this many requests, after its start. */
const latest = { ms: 700, requests: 30 };

const base = mkdtempSync(join(tmpdir(), 'heddle-kill-'));
const text = everyType('openai:test', (mark) => `echo \\"${mark}\\" >> effects.txt`, true);
let program: string;
let server: FaultServer;

beforeAll(async () => {
  program = await builtCli();
  server = await startFaultServer();
  server.on({ reply: answerTo, delayMs: 2 });
});
afterAll(async () => {
  await server.close();
});

/** A run in a folder of its own, and its processes. */
function newRun() {
  const folder = mkdtempSync(join(base, 'run-'));
  const journal = join(folder, 'runs');
  const effects = join(folder, 'effects.txt');
  writeFileSync(join(folder, 'flow.yaml'), text);
  const scripts = () =>
    existsSync(effects) ? readFileSync(effects, 'utf8').trimEnd().split('\n').map(scriptMark) : [];

  const listRuns = () => (existsSync(journal) ? readdirSync(journal) : []).filter((name) => !name.startsWith('.'));

  /** Starts a process: a run, an answer to what it asks, or one that resumes it. */
  async function start() {
    const before = { requests: server.requests.length, scripts: scripts().length };
    const isNew = listRuns().length === 0;
    const [question] = isNew ? [] : reduceRun(emptyRun, await log()).questions.values();
    const answer = question?.call === undefined ? 'word=go' : '--approve';
    const resumed = question === undefined ? ['run', 'flow.yaml', '--resume'] : ['answer', 'flow.yaml', answer];
    const line = isNew ? ['run', 'flow.yaml'] : resumed;
    const child = spawn(program, [...line, '--allow-scripts', '--journal', 'runs'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'k' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (piece) => {
      said += piece;
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    return {
      child,
      ended,
      said: () => said,
      requests: () => server.requests.length - before.requests,
      /** Its requests and scripts. */
      done: () => ({
        calls: countsOf(server.requests.slice(before.requests).map(markOfRequest)),
        scripts: countsOf(scripts().slice(before.scripts)),
      }),
    };
  }

  /** The log as it is on the disk: read to its last event, each of them valid and in order. */
  async function log(): Promise<readonly RunEvent[]> {
    const [id] = listRuns();
    if (id === undefined) return [];
    const files = openRunJournal(journal, () => {});
    const events = await files.events.read(id);
    files.close();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    return events;
  }
  /** Discards what remains of a process that was killed before a run existed. */
  const startAnew = (): void => rmSync(journal, { recursive: true });
  return { start, log, startAnew, scripts };
}

/** What an undisturbed run does, whose questions are answered when it waits for them, and its result. */
async function undisturbed() {
  const before = server.requests.length;
  const run = newRun();
  for (const code of [3, 3, 0]) {
    const process = await run.start();
    expect([await process.ended, process.said()]).toEqual([
      code,
      expect.stringContaining(code === 0 ? 'Completed' : 'Answer what it asks with'),
    ]);
  }
  const calls = countsOf(server.requests.slice(before).map(markOfRequest));
  return { calls, scripts: countsOf(run.scripts()), results: resultsOf(await run.log()) };
}

it(`of a run that is killed again and again nothing is paid twice, and its result is that of one that is not (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const whole = await undisturbed();
  expect(Object.keys(whole.results)).toHaveLength(17);
  let killed = 0;
  let runs = 0;
  while (killed < kills) {
    const run = newRun();
    runs += 1;
    // Each process gets further than the one before, or the next one tries again: the bound is far above both.
    for (let processes = 1; ; processes++) {
      expect(processes).toBeLessThan(500);
      const before = await run.log();
      const recorded = { calls: countsOf(recordedCalls(before)), scripts: countsOf(recordedScripts(before)) };
      const process = await run.start();
      const code = killed < kills ? await killSometime(process, random) : await process.ended;
      const { calls, scripts } = process.done();
      const again = [...doneTwice(whole.calls, recorded.calls, calls), ...scriptsAgain(whole, recorded, scripts)];
      expect(again, `process ${processes} of run ${runs}`).toEqual([]);
      if (code === null) killed += 1;
      else if (code === 2 && process.said().includes('There is no run')) run.startAnew();
      else if (code !== 3) {
        expect([code, process.said()]).toEqual([0, expect.stringContaining('Completed')]);
        break;
      }
    }
    const events = await run.log();
    expect(resultsOf(events)).toEqual(whole.results);
    // Each question was asked once, and answered once.
    for (const kind of ['input.requested', 'input.provided']) {
      expect(events.filter((event) => event.kind === kind)).toHaveLength(2);
    }
  }
  expect(killed).toBe(kills);
}, 1_800_000);

function scriptsAgain(whole: { readonly scripts: Counts }, recorded: { readonly scripts: Counts }, done: Counts) {
  return doneTwice(whole.scripts, recorded.scripts, done);
}

/**
 * Kills a process at a random time, or after a random request, unless it ends before; resolves to its exit code, null
 * if it was killed.
 */
async function killSometime(
  { child, ended, requests }: Awaited<ReturnType<ReturnType<typeof newRun>['start']>>,
  random: () => number,
): Promise<number | null> {
  const over = new AbortController();
  void ended.then(() => over.abort());
  if (random() < 0.5) {
    await setTimeout(random() * latest.ms, undefined, { signal: over.signal }).catch(() => {});
  } else {
    const wanted = 1 + Math.floor(random() * latest.requests);
    while (requests() < wanted && !over.signal.aborted) await setTimeout(1);
  }
  child.kill('SIGKILL');
  return ended;
}
