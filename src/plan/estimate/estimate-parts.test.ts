import { expect, it } from 'vitest';
import type { PlannedTask, PlannedVoting } from '../plan';
import { planOf } from '../plan.testing';
import { computeCertainRuns, computeRounds, computeRuns, isWaitingForSkipped, mayEndSkipped } from './certain-runs';
import { buildHistoryPart } from './foreseen-history';
import {
  countAttempts,
  countSteps,
  estimateItemCount,
  estimateSamples,
  estimateVotes,
  listPartsRun,
} from './parts-run';
import { isOpen } from './placeholders';
import { estimateCallsCost } from './priced';
import { multiplyRanges, sumRanges } from './range';
import {
  createLazySize,
  createPrintedSize,
  createSize,
  findLargestSize,
  limitSize,
  sumOfSizes,
  wrapSizeInJson,
} from './size';
import { estimateMatchedFiles, estimateToldOfRounds, estimateToldToParts } from './told';
import { UnknownNames } from './unknown-names';

const word = { type: 'atomic', description: 'Do' };
const plannedOf = (task: object, more: object = {}, settings: object = {}) =>
  planOf({ ...more, t: task }, settings).tasks.at(-1) as PlannedTask;
const partsOf = (task: object, more: object = {}) =>
  listPartsRun(plannedOf(task, more)).parts.map(({ task: part, runs, of }) => [part.id, runs.low, runs.high, of]);
const retried = { errorHandling: { onError: 'retry', maxRetries: 3 } };
const vote = { voting: { k: 2, maxRetries: 3 } };

it('a task may make as many attempts as it has retries, and one more, where it retries at all', () => {
  expect(countAttempts(plannedOf({ ...word, ...retried }))).toBe(4);
  expect(countAttempts(plannedOf({ ...word, errorHandling: { onError: 'fail', maxRetries: 3 } }))).toBe(1);
});

it('parts run as often as their task is tried, and its evaluator once in each attempt', () => {
  const steps = {
    type: 'sequential',
    steps: [
      { ...word, id: 'a' },
      { ...word, id: 'b' },
    ],
  };
  expect(partsOf(steps)).toEqual([
    ['a', 1, 1, 'own'],
    ['b', 1, 1, 'own'],
  ]);
  expect(partsOf({ ...steps, ...retried })).toEqual([
    ['a', 1, 4, 'own'],
    ['b', 1, 4, 'own'],
  ]);
  expect(partsOf({ ...steps, ...vote, ...retried }).map((part) => part.slice(1))).toEqual([
    [2, 80, 'own'],
    [2, 80, 'own'],
  ]);
  const chosen = { ...steps, ...retried, bestOf: { n: 3, evaluator: word } };
  expect(partsOf(chosen).map((part) => part.slice(1))).toEqual([
    [3, 12, 'own'],
    [3, 12, 'own'],
    [0, 4, 'best_of'],
  ]);
  expect(partsOf({ ...word, bestOf: { n: 1, evaluator: word } }).map((part) => part.slice(1))).toEqual([
    [0, 0, 'best_of'],
  ]);
  expect(partsOf({ ...word, ...retried, inputs: { x: { task: word } } }).map((part) => part.slice(1))).toEqual([
    [1, 4, 'inputs'],
  ]);
  expect(partsOf({ ...steps, pinned: 'x' })).toEqual([]);
});

it('samples are those of a vote or the tries, but a pipeline votes on its steps', () => {
  expect(estimateVotes({ k: 2, maxRetries: 3 } as PlannedVoting)).toEqual({ low: 2, high: 20 });
  expect(estimateSamples(plannedOf({ ...word, ...vote }))).toEqual({ low: 2, high: 20 });
  expect(estimateSamples(plannedOf({ ...word, bestOf: { n: 3, evaluator: word } }))).toEqual({ low: 3, high: 3 });
  expect(estimateSamples(plannedOf({ type: 'pipeline', plan: ['x'], ...vote }))).toEqual({ low: 1, high: 1 });
  expect(estimateSamples(plannedOf(word))).toEqual({ low: 1, high: 1 });
});

it('steps and items are counted where they are written, and assumed to be up to ten where they are not', () => {
  const from = { runs: { low: 0, high: 10 } };
  expect(countSteps({ steps: { list: ['a', 'b'] } })).toEqual({ runs: { low: 2, high: 2 } });
  expect(countSteps({ steps: { repeat: 7, step: 'x' } })).toEqual({ runs: { low: 7, high: 7 } });
  expect(countSteps({ steps: { from: 'a' } })).toEqual({ ...from, assumed: 'up to 10 steps of “a”' });
  const map = (task: object) =>
    estimateItemCount(plannedOf({ type: 'map', innerTask: word, ...task }, { a: word }) as never);
  expect(map({ items: [1, 2, 3] })).toEqual({ runs: { low: 3, high: 3 } });
  expect(map({ inputs: { x: 1, y: { task: word } } })).toEqual({ runs: { low: 2, high: 2 } });
  expect(map({ items: { from: 'a' }, dependsOn: ['a'] })).toEqual({ ...from, assumed: 'up to 10 items of “a”' });
});

it('a loop has so many rounds, or up to so many, and one that tests before each may have none', () => {
  const rounds = (loop: object) => computeRounds(plannedOf({ ...word, loop }).loop as never);
  expect(rounds({ type: 'repeat', count: 4 })).toEqual({ low: 4, high: 4 });
  expect(rounds({ type: 'while', condition: 'true', maxIterations: 6 })).toEqual({ low: 0, high: 6 });
  expect(rounds({ type: 'until', condition: 'true', maxIterations: 6 })).toEqual({ low: 1, high: 6 });
  const asked = { low: 2, high: 3 };
  expect(computeRuns(plannedOf({ ...word, loop: { type: 'repeat', count: 4 } }), asked)).toEqual({ low: 8, high: 12 });
  expect(computeRuns(plannedOf({ ...word, condition: 'true' }), asked)).toEqual({ low: 0, high: 3 });
  expect(computeRuns(plannedOf({ ...word, disabled: true }), asked)).toEqual({ low: 0, high: 0 });
});

it('a task may end without a result by its condition, or if nothing in it is chosen', () => {
  const maybe = { ...word, condition: 'true' };
  const step = (task: object, index: number) => ({ ...task, id: `s${index}` });
  const library = {
    sure: { description: 'S', task: word },
    unsure: { description: 'U', task: maybe },
    self: { description: 'X', task: { type: 'call', ref: 'self' } },
  };
  const may = (task: object, more: object = {}) => {
    const plan = planOf({ ...more, t: task }, { library });
    return mayEndSkipped(plan.tasks.at(-1) as PlannedTask, plan.library);
  };
  const cases = (task: object, otherwise?: object) => ({
    type: 'cond',
    cases: [{ test: 'true', task }],
    ...(otherwise && { else: otherwise }),
  });
  const steps = (...all: readonly object[]) => ({ type: 'sequential', steps: all.map(step) });
  const group = (a: object, b: object) => ({ type: 'group', subtasks: { a, b } });
  const loop = (director: object) => ({ type: 'director_evaluator', director, evaluator: word });
  expect([word, maybe, { ...word, disabled: true }].map((task) => may(task))).toEqual([false, true, true]);
  expect(may({ ...cases(word), pinned: 'x' })).toBe(false);
  expect(may({ ...maybe, pinned: 'x' })).toBe(true);
  expect(may({ ...word, loop: { type: 'while', condition: 'true' } })).toBe(true);
  expect(may({ ...word, loop: { type: 'until', condition: 'true' } })).toBe(false);
  expect([cases(word), cases(word, word), cases(maybe, word), cases(word, maybe)].map((task) => may(task))).toEqual([
    ...[true, false, true, true],
  ]);
  expect([steps(word, maybe), steps(maybe, maybe)].map((task) => may(task))).toEqual([false, true]);
  expect([group(word, maybe), group(maybe, maybe)].map((task) => may(task))).toEqual([false, true]);
  expect([loop(word), loop(maybe)].map((task) => may(task))).toEqual([false, true]);
  expect(['sure', 'unsure', 'self'].map((ref) => may({ type: 'call', ref }))).toEqual([false, true, true]);
  const reduced = plannedOf({ type: 'reduce', items: [1], innerTask: maybe, reductionTask: word }) as never as {
    readonly innerTask: PlannedTask;
    readonly reductionTask: PlannedTask;
  };
  const waits = (part: PlannedTask) => isWaitingForSkipped(reduced as never, part, {});
  expect([waits(reduced.innerTask), waits(reduced.reductionTask)]).toEqual([false, true]);
  const judged = plannedOf(loop(maybe)) as never as { readonly director: PlannedTask; readonly evaluator: PlannedTask };
  expect([judged.director, judged.evaluator].map((part) => isWaitingForSkipped(judged as never, part, {}))).toEqual([
    false,
    true,
  ]);
});

it('what is certain of tasks follows from what they depend on', () => {
  const { tasks, library } = planOf({
    a: {},
    maybe: { condition: 'true', dependsOn: ['a'] },
    below: { dependsOn: ['maybe'] },
    both: { dependsOn: ['maybe', 'a'] },
    off: { disabled: true },
    loop: { loop: { type: 'while', condition: 'true' } },
  });
  const certain = computeCertainRuns(tasks, library);
  expect(tasks.map(({ id, index }) => [id, certain[index]?.runs, certain[index]?.hasResult])).toEqual([
    ['a', true, true],
    ['maybe', false, false],
    ['below', false, false],
    ['both', true, true],
    ['off', false, false],
    ['loop', true, false],
  ]);
});

it('ranges and sizes are added, multiplied and bounded at both ends', () => {
  expect(multiplyRanges({ low: 2, high: 3 }, { low: 5, high: 7 })).toEqual({ low: 10, high: 21 });
  expect(
    sumRanges([
      { low: 2, high: 3 },
      { low: 5, high: 7 },
    ]),
  ).toEqual({ low: 7, high: 10 });
  const count = (text: string) => text.length;
  expect(sumOfSizes([createSize(2), createSize(3)])(count)).toBe(5);
  expect([findLargestSize([createSize(2), createSize(3), createSize(1)])(count), findLargestSize([])(count)]).toEqual([
    3, 0,
  ]);
  expect([limitSize(2, createSize(3))(count), limitSize(4, createSize(3))(count)]).toEqual([2, 3]);
  expect([wrapSizeInJson(createSize(3))(count), wrapSizeInJson(createSize(3), 5)(count)]).toEqual([10, 50]);
  expect(createPrintedSize(100)(count)).toBe(50);
  expect(
    createPrintedSize(10_000_000)(Object.assign((text: string) => text.length, { isUsual: true } as const)),
  ).toBeLessThan(40_000);
  let found = 0;
  const lazy = createLazySize(() => ++found);
  expect([lazy(count), lazy(count), lazy((text) => text.length)]).toEqual([1, 1, 2]);
});

it('what parts are told is what they inherit, what has accumulated, and what the memory has', () => {
  const count = (text: string) => text.length;
  const limits = { limits: { maxContextBytes: 1000 } };
  const told = (contextManagement: object | undefined, hasMemory = false) => {
    const task = { contextManagement, ...limits } as unknown as PlannedTask;
    const parts = [{ task: { id: 'ab' } as PlannedTask, runs: { low: 1, high: 3 } }];
    const outputs = { shown: () => createSize(100) } as never;
    return estimateToldToParts(task, createSize(7), parts, { outputs, hasMemory })(count);
  };
  const tags = 20;
  expect(told(undefined)).toBe(0);
  expect(told({ inheritContext: 'full' })).toBe(7 + tags);
  expect(told({ accumulateData: true })).toBe(3 * (16 + 2 + 100) + tags);
  expect(told({ inheritContext: 'subset', accumulateData: true }, true)).toBe(7 + tags + 354 + tags + 500 + tags);
  expect(estimateMatchedFiles(limits as unknown as PlannedTask)(count)).toBe(500 + tags);
  const many = { contextManagement: { accumulateData: true }, ...limits } as unknown as PlannedTask;
  const parts = [{ task: { id: 'a' } as PlannedTask, runs: { low: 1, high: 100 } }];
  expect(
    estimateToldToParts(many, createSize(0), parts, {
      outputs: { shown: () => createSize(100) } as never,
      hasMemory: false,
    })(count),
  ).toBe(500 + 100 * 2 * 16 + tags);
  const rounds = (progress: object | undefined) =>
    estimateToldOfRounds({ loop: { progress } } as unknown as PlannedTask)(count);
  expect([rounds(undefined), rounds({ iterations: 3, chars: 100 })]).toEqual([0, 3 * 116 + 20]);
});

it('calls cost at least an empty reply, and at most the longest of the most expensive model that may answer', () => {
  const price = new Map([
    ['a', { input: 1, output: 10, read: 0.5, write: 2 }],
    ['b', { input: 3, output: 30, read: 1, write: 3 }],
  ]);
  const catalogue = {
    factsOf: () => ({ cacheMinimum: 10 }),
    costOf: ({ model }: { readonly model: string }, tokens: Readonly<Record<string, number>>) => {
      const of = price.get(model);
      const { inputTokens = 0, outputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = tokens;
      if (of === undefined) return undefined;
      const plain = inputTokens - cachedTokens - cacheWriteTokens;
      return plain * of.input + cachedTokens * of.read + cacheWriteTokens * of.write + outputTokens * of.output;
    },
  };
  const model = (name: string) => ({ provider: 'p', model: name });
  const cost = (more: object) =>
    estimateCallsCost(
      {
        ...{ model: model('a'), fallbacks: [], conversations: { low: 1, high: 2 }, low: 10, turns: [20, 30], reply: 5 },
        ...{ isCached: false, ...more },
      },
      catalogue as never,
    );
  expect(cost({})).toEqual({ low: 10, high: 2 * (20 + 50 + 30 + 50) });
  expect(cost({ isCached: true })).toEqual({ low: 5, high: 2 * (40 + 50 + 60 + 50) });
  expect(cost({ isCached: true, low: 9 })).toMatchObject({ low: 9 });
  expect(cost({ isCached: true, conversations: { low: 1, high: 1 }, turns: [20] })).toMatchObject({ low: 10 });
  expect(cost({ fallbacks: [model('b'), model('none')] })).toMatchObject({ high: 2 * (60 + 150 + 90 + 150) });
  expect(cost({ model: model('b'), fallbacks: [model('a')] })).toMatchObject({
    low: 30,
    high: 2 * (60 + 150 + 90 + 150),
  });
  expect(cost({ model: model('none') })).toBeNull();
});

it('the placeholder of a history names the nearest hundred tasks before, in the order of the plan', () => {
  const siblings = Array.from({ length: 102 }, (_, index) => ({
    ...{ id: `t${index}`, index, contextTransfer: 'full' },
    needs: index === 0 ? [] : [index - 1],
  })) as unknown as readonly PlannedTask[];
  const partOf = (index: number, more: object = {}) => {
    const [part] = buildHistoryPart({ ...siblings[index], ...more } as never, siblings);
    return part && [part.from.length, part.from[0], part.from.at(-1), part.text.endsWith(' and in tasks before them›')];
  };
  expect([0, 1, 100, 101].map((index) => partOf(index))).toEqual([
    ...[undefined, [1, 't0', 't0', false], [100, 't0', 't99', false], [100, 't1', 't100', true]],
  ]);
  expect(partOf(5, { contextTransfer: 'minimal' })).toBeUndefined();
});

it('a reference stands for the most that any meaning of its name may be, whole where a part of it is read', () => {
  const value = (shown: number, whole: number) => ({ shown: createSize(shown), whole: createSize(whole) });
  const outer = new UnknownNames(
    new Map([
      ['a', value(50, 60)],
      ['c', value(7, 9)],
    ]),
  );
  const names = new UnknownNames(
    new Map([
      ['a', value(10, 300)],
      ['b', null],
      ['c', null],
    ]),
    outer,
  );
  const tokensOf = (path: string) => names.tokensOf(path, () => 1);
  expect(['a', 'a.content', 'a.output', 'a.output.x', 'a.other'].map(tokensOf)).toEqual([50, 50, 50, 300, 300]);
  expect(['a.notes', 'a.usage.x', 'a.notesx', 'b', 'none', 'c'].map(tokensOf)).toEqual([2000, 2000, 300, 0, 0, 7]);
  expect([names.find('a'), names.find('b'), names.find('none')]).toMatchObject([{}, null, undefined]);
});

it('an input is open that is empty, is read from a task, or has a template anywhere in it', () => {
  expect(['', { from: 'a' }, 'See {{a}}.', { x: ['{{a}}'] }].map(isOpen)).toEqual([true, true, true, true]);
  expect(['x', 0, null, {}, { x: ['a}}'] }].map(isOpen)).toEqual([false, false, false, false, false]);
});
