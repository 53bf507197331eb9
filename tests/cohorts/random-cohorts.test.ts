import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDice, type Dice } from '@/base/dice';
import { hashText } from '@/base/hash';
import { samples } from '@/base/samples.testing';
import type { RunEvent } from '@/run/events';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { openStores } from '@/storage/open-stores';
import type { RunJournal } from '@/storage/run-journal';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { runHere } from '../support/run-here';
import {
  type AskedAnew,
  type ChainExpectation,
  type ChainFlow,
  type ChainTest,
  decide,
  nameAnswer,
  nameQuestion,
  ReferenceTests,
  type Sample,
  scoreQuestion,
  writeFlow,
} from './reference.testing';

// Random cohorts against a slow reference: what is kept and asked is as foreseen, nothing is asked that the first line
// did not count, verdicts are those of the reference, and after a kill nothing is asked twice.

let server: FaultServer;
/** How often each prompt was answered, by processes that were not killed meanwhile. */
const answered = new Map<string, number>();
const promptOfAnswer = new Map<string, string>();
let requests: string[] = [];
/** The key of the command that runs. */
let key = '';
let keys = 0;
/** What the judge was asked. */
let questions: string[] = [];
/** Where several calls run at once, an answer hangs on its prompt alone: nobody knows which of them comes first. */
let isSteady = false;

function answerSteadily(prompt: string): string {
  const hash = hashText(prompt);
  const text = `w${hash.slice(0, 12)}n${hash < '8' ? 1 : 2}`;
  promptOfAnswer.set(text, prompt);
  return text;
}

/** Each answer is another one, and tells which it is of its prompt. */
function answer(prompt: string): string {
  if (isSteady) return answerSteadily(prompt);
  const count = (answered.get(prompt) ?? 0) + 1;
  answered.set(prompt, count);
  const text = `w${promptOfAnswer.size}n${count}`;
  promptOfAnswer.set(text, prompt);
  return text;
}

beforeAll(async () => {
  server = await startFaultServer();
  server.on({
    reply: ({ prompt, headers }) => {
      // What a process had asked when it was killed is answered, and counts for none after it.
      const isOfNow = headers.authorization === `Bearer ${key}`;
      const [, rubric] = /^What must hold: (.*)$/m.exec(prompt) ?? [];
      if (rubric !== undefined) {
        const [, mail = ''] = /^mail: (.*)$/m.exec(prompt) ?? [];
        const [, content = ''] = /: the result =====\n(.*)\n=====/.exec(prompt) ?? [];
        const question = nameQuestion(rubric, mail, content);
        if (isOfNow) questions.push(question);
        const score = scoreQuestion(question);
        return JSON.stringify({ reason: question, score, pass: score >= 0.5 });
      }
      const line = prompt.trim().split('\n').at(-1) ?? '';
      if (isOfNow) requests.push(line);
      return answer(line);
    },
  });
});
afterAll(() => server.close());

const ids = ['a', 'b', 'c'] as const;

const drawExpectation = (dice: Dice, tasks: number): ChainExpectation => ({
  type: dice.pick(['contains', 'not-contains', 'llm-rubric']),
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
  /** Stores in memory by their address; undefined: they are folders. */
  readonly journals: Map<string, RunJournal> | undefined;
  readonly jobs: number;
  readonly reference: ReferenceTests;
  /** Answers that are stored, by the run that has them, in order. */
  readonly stored: Map<string, { readonly name: string; readonly answers: [text: string, sample: number][] }>;
}

/** Runs a command, whose process is killed once it has stored so many pages of events; undefined: it was. */
async function heddle({ folder, stored, journals, jobs }: World, wish: string, killAfter = Number.POSITIVE_INFINITY) {
  const command = `${wish} --jobs ${jobs}`;
  requests = [];
  questions = [];
  keys += 1;
  key = `key-${keys}`;
  let left = killAfter;
  const writing = new Set<Promise<void>>();
  let kill = () => {};
  const killed = new Promise<undefined>((resolve) => {
    kill = () => resolve(undefined);
  });
  const env = { PATH: process.env['PATH'] ?? '', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: key };
  const openJournal: typeof openStores = async (address, onWarning) => {
    const journal = journals?.get(address) ?? (await (journals ? createRunJournal() : openStores(address, onWarning)));
    journals?.set(address, journal);
    const { events, executions } = journal;
    const append = async (id: string, page: readonly RunEvent[], durability: 'strict' | 'relaxed') => {
      if (left <= 0) {
        kill();
        // Nothing of a process that was killed goes on.
        return new Promise<void>(() => {});
      }
      left -= 1;
      const written = (async () => {
        await events.append(id, page, durability);
        const { workflowId = '' } = (await executions.get(id)) ?? {};
        const run = stored.get(id) ?? { name: workflowId, answers: [] };
        stored.set(id, run);
        for (const event of page)
          if (event.kind === 'model.replied') run.answers.push([event.result ?? '', event.sample ?? 1]);
      })();
      writing.add(written);
      await written;
      writing.delete(written);
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
  const ran = await Promise.race([running, killed]);
  // What was being written when it was killed is written whole, or not at all.
  await Promise.all(writing);
  return ran;
}

/** Puts into the reference what is stored, after a kill: it cannot know at which moment that was. */
function learnStored({ reference, stored }: World): void {
  for (const { name, answers } of stored.values()) {
    const [, repeat, isJudge] = /@(\d+)(\/judge)?$/.exec(name) ?? [];
    for (const [text, sample] of answers) {
      // Each repeat has places of its own.
      const place = ((sample - 1) % 1_000_000) + 1;
      if (isJudge === undefined) {
        const prompt = promptOfAnswer.get(text) ?? '';
        reference.answers.set(nameAnswer(Number(repeat), place, prompt), text);
      } else {
        const question: string = JSON.parse(text).reason;
        reference.judged.add(`${place}|${question}`);
      }
    }
  }
}

const listSamples = ({ tests }: ChainFlow): readonly Sample[] =>
  tests.flatMap((test) => Array.from({ length: test.repeat }, (_, index) => ({ test, repeat: index + 1 })));

/** What a command is to do, by the reference, which answers as the server will. */
function foresee({ reference }: World, flow: ChainFlow, anew: AskedAnew | undefined, isOffline: boolean) {
  const all = listSamples(flow);
  const first = all.map((sample) => ({ sample, ran: reference.run(flow, sample, anew) }));
  const before = new ReferenceTests(reference);
  const judging = first.map(({ sample, ran }) => {
    const { all: called, open } = reference.listQuestions(sample.test, ran.outputs);
    return ran.asked.length > 0
      ? { kept: 0, asked: 0, more: 2 * called.length }
      : { kept: called.length - open.length, asked: open.length, more: open.length };
  });
  const isAsking = (index: number) => (first[index]?.ran.asked.length ?? 0) > 0 || (judging[index]?.asked ?? 0) > 0;
  const askingTests = new Set(first.flatMap(({ sample }, index) => (isAsking(index) ? [sample.test] : [])));
  const known = new Map(answered);
  let made = promptOfAnswer.size;
  const asked: string[] = [];
  const judged: string[] = [];
  let most = 0;
  const outputs = new Map(first.map(({ sample, ran }) => [sample, ran.outputs]));
  for (const [index, { sample }] of isOffline ? [] : first.entries()) {
    if (!isAsking(index)) continue;
    if (isSteady) most += new ReferenceTests(before).run(flow, sample, anew, answerSteadily).asked.length;
    const again = reference.run(flow, sample, anew, (prompt) => {
      if (isSteady) {
        asked.push(prompt);
        return answerSteadily(prompt);
      }
      const count = (known.get(prompt) ?? 0) + 1;
      known.set(prompt, count);
      asked.push(prompt);
      return `w${made++}n${count}`;
    });
    outputs.set(sample, again.outputs);
    for (const name of reference.listQuestions(sample.test, again.outputs).open) {
      reference.judged.add(name);
      judged.push(name.slice(name.indexOf('|') + 1));
    }
  }
  // Nothing is asked offline: what the judge has not said yet holds a sample, unless something else fails already.
  const held = new Set(isOffline ? first.flatMap(({ sample, ran }) => (ran.asked.length > 0 ? [sample] : [])) : []);
  const judge = (sample: Sample) => {
    if (held.has(sample)) return 'held';
    const own = outputs.get(sample) ?? new Map<string, string>();
    const open = isOffline ? reference.listQuestions(sample.test, own).open : [];
    return decide(sample.test, own, new Set(open));
  };
  const verdicts = flow.tests.map((test) => {
    const own = all.filter((sample) => sample.test === test).map(judge);
    // As the guide has it: failed before held, and flaky if some passed and others failed.
    if (own.includes('failed')) return [test.id, own.includes('passed') ? 'flaky' : 'failed'];
    return [test.id, own.includes('held') ? 'held' : 'passed'];
  });
  const sum = (figure: 'kept' | 'asked' | 'more') => judging.reduce((total, one) => total + one[figure], 0);
  const judges = { kept: sum('kept'), asked: sum('asked'), more: sum('more') };
  return {
    asked,
    most,
    judged,
    judges,
    verdicts,
    kept: flow.tests.length - askingTests.size,
    asking: [...askingTests].map(({ id }) => id),
  };
}

interface Report {
  readonly cases: readonly { readonly id: string; readonly verdict: string; readonly asked: number }[];
}

async function check(world: World, flow: ChainFlow, flags: string, anew: AskedAnew | undefined, isOffline: boolean) {
  const foreseen = foresee(world, flow, anew, isOffline);
  const ran = await heddle(world, `test ${flags} --json`);
  if (ran === undefined) throw new Error('It was killed.');
  const first = ran.err.split('\n').find((line) => /^\d+ cases?:/.test(line));
  const word = isOffline && foreseen.asking.length > 0 ? 'not asked' : 'asked';
  expect(first).toContain(`: ${foreseen.kept} kept, ${foreseen.asking.length} ${word}`);
  const { kept, asked: toAsk, more } = foreseen.judges;
  const unasked = isOffline
    ? toAsk > 0
      ? `, ${toAsk} not asked`
      : ''
    : `, ${toAsk} asked${more > 0 ? `, up to ${more} more` : ''}`;
  const judge = kept + toAsk + more > 0 ? `Judge: ${kept} kept${unasked}` : '';
  expect(first?.split(/\. (?=Judge)/)[1] ?? '').toBe(judge);
  expect(questions.length).toBeLessThanOrEqual(isOffline ? 0 : toAsk + more);
  if (world.jobs === 1) {
    expect(requests).toEqual(foreseen.asked);
    expect(questions.toSorted()).toEqual(foreseen.judged.toSorted());
  } else {
    expect(new Set(requests)).toEqual(new Set(foreseen.asked));
    expect(new Set(questions)).toEqual(new Set(foreseen.judged));
    expect(requests.length).toBeLessThanOrEqual(foreseen.most);
  }
  const { cases }: Report = JSON.parse(ran.out);
  expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual(foreseen.verdicts);
  for (const { id, asked } of cases) if (asked > 0) expect(foreseen.asking).toContain(id);
}

async function tryCohorts(seed: string): Promise<void> {
  const dice = createDice(seed);
  const folder = mkdtempSync(join(tmpdir(), 'heddle-random-'));
  // Folders are slow. Some samples prove that they keep what memory keeps.
  const journals = dice.between(0, 9) === 0 ? undefined : new Map<string, RunJournal>();
  const jobs = dice.pick([1, 1, 3]);
  isSteady = jobs > 1;
  const world: World = { folder, journals, jobs, reference: new ReferenceTests(), stored: new Map() };
  let flow = drawFlow(dice);
  const flows = [flow];
  for (let step = 0; step < 4; step += 1) {
    writeFileSync(join(folder, 'flow.yaml'), writeFlow(flow));
    const [{ id: task } = { id: '' }] = flow.tasks;
    // An answer that hangs on its prompt alone does not tell whether it was asked anew.
    const anew = dice.between(0, 5) === 0 && !isSteady ? { task } : undefined;
    const wish = anew === undefined ? '' : ` --anew ${task}`;
    const old = new Set([...world.stored.values()].flatMap(({ answers }) => answers.map(([text]) => text)));
    if (dice.between(0, 1) === 0) {
      const killed = await heddle(world, `test flow.yaml${wish}`, dice.between(0, 12));
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
