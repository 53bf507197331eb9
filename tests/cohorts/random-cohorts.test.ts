import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDice, type Dice } from '@/base/dice';
import { samples } from '@/base/samples.testing';
import type { RunEvent } from '@/run/events';
import { openStores } from '@/storage/open-stores';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { runHere } from '../support/run-here';
import {
  type AskedAnew,
  type ChainExpectation,
  type ChainFlow,
  type ChainTest,
  nameAnswer,
  passes,
  ReferenceTests,
  type Sample,
  writeFlow,
} from './reference.testing';

// Random cohorts against a slow reference: what is kept and asked is as foreseen, nothing is asked that the first line
// did not count, verdicts are those of the reference, and after a kill nothing is asked twice.

let server: FaultServer;
/** How often each prompt was answered, by processes that were not killed meanwhile. */
const answered = new Map<string, number>();
const promptOfAnswer = new Map<string, string>();
let requests: string[] = [];

/** Each answer is another one, and tells which it is of its prompt. */
function answer(prompt: string): string {
  const count = (answered.get(prompt) ?? 0) + 1;
  answered.set(prompt, count);
  const text = `w${promptOfAnswer.size}n${count}`;
  promptOfAnswer.set(text, prompt);
  return text;
}

beforeAll(async () => {
  server = await startFaultServer();
  server.on({
    reply: ({ prompt }) => {
      const line = prompt.trim().split('\n').at(-1) ?? '';
      requests.push(line);
      return answer(line);
    },
  });
});
afterAll(() => server.close());

const ids = ['a', 'b', 'c'] as const;

const drawExpectation = (dice: Dice, tasks: number): ChainExpectation => ({
  type: dice.pick(['contains', 'not-contains']),
  task: ids[dice.between(0, tasks - 1)] ?? 'a',
  value: dice.pick(['w', 'n1', 'n2', 'zzz']),
});

function drawTest(dice: Dice, id: string, tasks: number): ChainTest {
  return {
    id,
    mail: dice.pick(['red', 'blue']),
    repeat: dice.pick([1, 1, 2, 3]),
    passRate: dice.pick([1, 0.5]),
    mocked: dice.between(0, 4) === 0 ? ids[dice.between(0, tasks - 1)] : undefined,
    expect: Array.from({ length: dice.between(0, 2) }, () => drawExpectation(dice, tasks)),
  };
}

const drawTask = (dice: Dice, id: string) => ({
  ...{ id, words: dice.pick(['Say', 'Tell']) },
  readsBefore: id !== 'a' && dice.between(0, 1) > 0,
});

function drawFlow(dice: Dice): ChainFlow {
  const count = dice.between(1, 3);
  const tests = Array.from({ length: dice.between(1, 4) }, (_, index) => drawTest(dice, `t${index}`, count));
  return { tasks: ids.slice(0, count).map((id) => drawTask(dice, id)), tests };
}

/** Another prompt, another test, or other expectations. */
function changeFlow(dice: Dice, { tasks, tests }: ChainFlow): ChainFlow {
  const at = dice.between(0, tasks.length - 1);
  const one = dice.between(0, tests.length - 1);
  switch (dice.between(0, 2)) {
    case 0:
      return { tests, tasks: tasks.map((task, index) => (index === at ? drawTask(dice, task.id) : task)) };
    case 1:
      return {
        tasks,
        tests: tests.map((test, index) => (index === one ? drawTest(dice, test.id, tasks.length) : test)),
      };
    default:
      return { tasks, tests: tests.length < 4 ? [...tests, drawTest(dice, `t${tests.length}`, tasks.length)] : tests };
  }
}

interface World {
  readonly folder: string;
  readonly reference: ReferenceTests;
  /** Answers that are stored, by the run that has them, in order. */
  readonly stored: Map<string, { readonly repeat: number; readonly texts: string[] }>;
}

/** Runs a command, whose process is killed once it has stored so many pages of events; undefined: it was. */
async function heddle({ folder, stored }: World, command: string, killAfter = Number.POSITIVE_INFINITY) {
  requests = [];
  let left = killAfter;
  let kill = () => {};
  const killed = new Promise<undefined>((resolve) => {
    kill = () => resolve(undefined);
  });
  const env = { PATH: process.env['PATH'] ?? '', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'k' };
  const openJournal: typeof openStores = async (address, onWarning) => {
    const journal = await openStores(address, onWarning);
    const { events, executions } = journal;
    const append = async (id: string, page: readonly RunEvent[], durability: 'strict' | 'relaxed') => {
      if (left <= 0) {
        kill();
        // Nothing of a process that was killed goes on.
        return new Promise<void>(() => {});
      }
      left -= 1;
      await events.append(id, page, durability);
      const run = stored.get(id) ?? { repeat: Number((await executions.get(id))?.workflowId.split('@')[1]), texts: [] };
      stored.set(id, run);
      for (const event of page) if (event.kind === 'model.replied') run.texts.push(event.result ?? '');
    };
    const wrapped = new Proxy(events, {
      get: (target, name) => {
        if (name === 'append') return append;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...journal, events: wrapped };
  };
  const running = runHere(command.split(' '), { folder, env, openJournal });
  return Promise.race([running, killed]);
}

/** Puts into the reference what is stored, after a kill: it cannot know at which moment that was. */
function learnStored({ reference, stored }: World): void {
  for (const { repeat, texts } of stored.values()) {
    const places = new Map<string, number>();
    for (const text of texts) {
      const prompt = promptOfAnswer.get(text) ?? '';
      const place = (places.get(prompt) ?? 0) + 1;
      places.set(prompt, place);
      reference.answers.set(nameAnswer(repeat, place, prompt), text);
    }
  }
}

const listSamples = ({ tests }: ChainFlow): readonly Sample[] =>
  tests.flatMap((test) => Array.from({ length: test.repeat }, (_, index) => ({ test, repeat: index + 1 })));

/** What a command is to do, by the reference, which answers as the server will. */
function foresee({ reference }: World, flow: ChainFlow, anew: AskedAnew | undefined, isOffline: boolean) {
  const all = listSamples(flow);
  const first = all.map((sample) => ({ sample, ran: reference.run(flow, sample, anew) }));
  const askingTests = new Set(first.filter(({ ran }) => ran.asked.length > 0).map(({ sample }) => sample.test));
  const known = new Map(answered);
  let made = promptOfAnswer.size;
  const asked: string[] = [];
  const outputs = new Map(first.map(({ sample, ran }) => [sample, ran.outputs]));
  for (const { sample, ran } of isOffline ? [] : first) {
    if (ran.asked.length === 0) continue;
    const again = reference.run(flow, sample, anew, (prompt) => {
      const count = (known.get(prompt) ?? 0) + 1;
      known.set(prompt, count);
      asked.push(prompt);
      return `w${made++}n${count}`;
    });
    outputs.set(sample, again.outputs);
  }
  const held = new Set(isOffline ? first.filter(({ ran }) => ran.asked.length > 0).map(({ sample }) => sample) : []);
  const verdicts = flow.tests.map((test) => {
    const own = all.filter((sample) => sample.test === test);
    const passed = own.filter((sample) => !held.has(sample) && passes(test, outputs.get(sample) ?? new Map())).length;
    const isFailed = own.some((sample) => !held.has(sample) && !passes(test, outputs.get(sample) ?? new Map()));
    // As the guide has it: failed before held, and flaky if some passed and others failed.
    if (isFailed) return [test.id, passed > 0 ? 'flaky' : 'failed'];
    return [test.id, own.some((sample) => held.has(sample)) ? 'held' : 'passed'];
  });
  return { asked, verdicts, kept: flow.tests.length - askingTests.size, asking: [...askingTests].map(({ id }) => id) };
}

interface Report {
  readonly cases: readonly { readonly id: string; readonly verdict: string; readonly asked: number }[];
}

async function check(world: World, flow: ChainFlow, flags: string, anew: AskedAnew | undefined, isOffline: boolean) {
  const foreseen = foresee(world, flow, anew, isOffline);
  const ran = await heddle(world, `test ${flags} --json --jobs 1`);
  if (ran === undefined) throw new Error('It was killed.');
  const first = ran.err.split('\n').find((line) => /^\d+ cases?:/.test(line));
  const word = isOffline && foreseen.asking.length > 0 ? 'not asked' : 'asked';
  expect(first).toContain(`: ${foreseen.kept} kept, ${foreseen.asking.length} ${word}`);
  expect(requests).toEqual(foreseen.asked);
  const { cases }: Report = JSON.parse(ran.out);
  expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual(foreseen.verdicts);
  for (const { id, asked } of cases) if (asked > 0) expect(foreseen.asking).toContain(id);
}

async function tryCohorts(seed: string): Promise<void> {
  const dice = createDice(seed);
  const folder = mkdtempSync(join(tmpdir(), 'heddle-random-'));
  const world: World = { folder, reference: new ReferenceTests(), stored: new Map() };
  let flow = drawFlow(dice);
  const flows = [flow];
  for (let step = 0; step < 4; step += 1) {
    writeFileSync(join(folder, 'flow.yaml'), writeFlow(flow));
    const [{ id: task } = { id: '' }] = flow.tasks;
    const anew = dice.between(0, 5) === 0 ? { task } : undefined;
    const wish = anew === undefined ? '' : ` --anew ${task}`;
    const old = new Set([...world.stored.values()].flatMap(({ texts }) => texts));
    if (dice.between(0, 1) === 0) {
      const killed = await heddle(world, `test flow.yaml --jobs 1${wish}`, dice.between(0, 12));
      if (killed === undefined) {
        learnStored(world);
        // What was asked anew before the kill is not asked anew again, and the rest is.
        await check(world, flow, '--resume', anew && { ...anew, old }, false);
      }
      learnStored(world);
      await check(world, flow, 'flow.yaml', undefined, false);
      if (anew === undefined) expect(requests).toEqual([]);
    } else {
      const isOffline = dice.between(0, 3) === 0;
      await check(world, flow, `flow.yaml${wish}${isOffline ? ' --offline' : ''}`, anew, isOffline);
    }
    flow = dice.between(0, 3) === 0 ? dice.pick(flows) : changeFlow(dice, flow);
    flows.push(flow);
  }
}

const seed = process.env['SEED'] ?? '1';
const count = samples('COHORTS', 4, 150);

it.each(Array.from({ length: count }, (_, index) => `${seed}/${index}`))(
  'is as the reference foresees, sample %s',
  { timeout: 120_000 },
  tryCohorts,
);
