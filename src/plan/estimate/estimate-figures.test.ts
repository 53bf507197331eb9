import { expect, it } from 'vitest';
import type { ModelFacts } from '../model-facts';
import { catalogueOf } from '../model-facts.testing';
import { planOf } from '../plan.testing';
import type { TokenCounter } from '../ports';
import { estimatePlan } from './estimate-plan';

// What is reckoned of a call has many terms, each small. Whoever changes one sees here by how much the figures change.

/** Counts words, exactly for OpenAI alone. */
const tokens: TokenCounter = {
  count: (text, { provider }) => ({ tokens: text.split(/\s+/).length, exact: provider === 'openai' }),
};
const facts: Readonly<Record<string, Partial<ModelFacts>>> = {
  'openai:gpt': { price: { inputPerMillion: 1, outputPerMillion: 2 }, window: 10_000_000, maxOutput: 1000 },
  'openai:dear': { price: { inputPerMillion: 9, outputPerMillion: 20 }, window: 20_000, maxOutput: 3000 },
  'anthropic:x': { price: { inputPerMillion: 1, outputPerMillion: 1 }, window: 3000, maxOutput: 500 },
  'anthropic:free': {},
};
const catalogue = catalogueOf(({ provider, model }) => facts[`${provider}:${model}`] ?? {});
const say = (description: string, more: object = {}) => ({ type: 'atomic', description, ...more });
const range = ({ low, high }: { readonly low: number; readonly high: number }) =>
  low === high ? `${low}` : `${low}-${high}`;

/** The figures of all tasks of a plan: runs, calls, input, output, cost in millionths, and what one call may take. */
function figures(tasks: Readonly<Record<string, object>>, settings: object = {}): readonly string[] {
  const plan = planOf(tasks, { defaultModel: 'openai:gpt', ...settings });
  const { tasks: found } = estimatePlan(plan, tokens, catalogue);
  return Object.values(found).map(({ id, runs, calls, inputTokens, outputTokens, costUsd, window, ...more }) => {
    const micro = costUsd && { low: Math.round(costUsd.low * 1e6), high: Math.round(costUsd.high * 1e6) };
    const cost = micro === null ? 'no price' : range(micro);
    const ofWindow = window === undefined ? '' : ` of ${window.usable}: ${range(window.call)}`;
    const marks = `${more.estimated ? ' ~' : ''}${more.assumed.map((text) => ` (${text})`).join('')}`;
    const all = [runs, calls, inputTokens, outputTokens].map(range).join(' ');
    return `${id}: ${all} ${cost}${ofWindow}${marks}`;
  });
}

it('single calls have these figures', () => {
  const tools = { tools: ['note', 'read_file'], limits: { maxTurns: 3, maxOutputTokens: 200, maxContextBytes: 400 } };
  const schema = { outputSchema: { type: 'object', properties: { a: { type: 'string' } } } };
  expect(
    figures({
      plain: say('one two three', { system: 'Be brief.', expectedOutput: 'a word' }),
      typed: say('one two', schema),
      sample: say('one two', { ...schema, voting: { k: 2, maxRetries: 1 } }),
      tooled: say('one two', tools),
      retried: say('one two', { errorHandling: { onError: 'retry', maxRetries: 2 } }),
      dear: say('one two', { fallbackModels: ['openai:dear'] }),
      rough: say('one two', { model: 'anthropic:x' }),
      unpriced: say('one two', { model: 'anthropic:free', fallbackModels: ['openai:gpt'] }),
      uncached: say('one two', { cache: 'off' }),
      given: say('{{x}} and {{y}}', { inputs: { x: 'a b c', y: { task: say('inner') } } }),
      maybe: say('one', { condition: 'true', loop: { type: 'until', condition: 'true', maxIterations: 4 } }),
      full: say('use {{plain}} and {{typed}}', { dependsOn: ['plain', 'typed'], model: 'anthropic:x' }),
      off: say('one', { disabled: true }),
      pinned: say('one', { pinned: 'x' }),
    }),
  ).toMatchInlineSnapshot(`
    [
      "plain: 1 1 20 0-1000 20-2020 of 8000000: 20",
      "typed: 1 1-2 27-3188 0-2000 27-7188 of 8000000: 27 ~",
      "sample: 1 2-8 54-216 0-8000 54-16216 of 8000000: 27 ~",
      "tooled: 1 1-3 78-4866 0-600 78-6066 of 8000000: 78-115 ~ (up to 3 turns with its tools, each with 4 calls of them)",
      "retried: 1 1-3 8-24 0-3000 8-6024 of 8000000: 8",
      "dear: 1 1 8 0-3000 8-60072 of 8000000: 8",
      "rough: 1 1 5-12 0-500 5-512 of 2400: 8 ~",
      "unpriced: 1 1 5-12 0-4096 no price ~",
      "uncached: 1 1 8 0-1000 8-2008 of 8000000: 8",
      "given/input:y: 1 1 7 0-1000 7-2007 of 8000000: 7",
      "given: 1 2 17-1020 0-2000 17-5020 of 8000000: 10-1013",
      "maybe: 0-4 0-4 0-28 0-4000 0-8028 of 8000000: 7",
      "off: 0 0 0 0 0",
      "pinned: 1 0 0 0 0",
      "full: 1 1 4-3020 0-500 4-3520 of 2400: 7-2013 ~",
    ]
  `);
});

it('tasks that are told of each other have these figures', () => {
  const agents = { x: { model: 'openai:gpt' }, h: { contextTransfer: 'full' } };
  const told = { inheritContext: 'full', accumulateData: true, accumulationFormat: 'full_output' };
  const small = { limits: { maxOutputTokens: 100 } };
  expect(
    figures(
      {
        a: say('first', { ...small, agent: 'x' }),
        b: say('use {{a}} and {{a.notes}}', { dependsOn: ['a'], ...small }),
        c: say('more', { dependsOn: ['b'], context: { maxTasks: 1, maxBytes: 600, minRelevance: 0.3 }, ...small }),
        d: say('same', { agent: 'x', ...small }),
        e: say('some', { dependsOn: ['d'], context: { mode: 'manual', includeTasks: ['a', 'c'] } }),
        s: {
          type: 'sequential',
          dependsOn: ['c'],
          contextManagement: told,
          steps: [say('one', small), say('two {{step_1}}', small), say('three', small)],
        },
        h: say('talk', { agent: 'h', dependsOn: ['d'] }),
        other: say('talk on', { agent: 'h', dependsOn: ['h', 's'] }),
        draft: say('draft', { subtype: 'director', dependsOn: ['judge'], ...small }),
        judge: say('judge', { subtype: 'evaluator', dependsOn: ['a'], ...small }),
        looped: say('round {{iteration}} {{last}} {{state.n}}', {
          loop: { type: 'repeat', count: 3, progress: { iterations: 2, chars: 50 }, state: { n: 'state.n + output' } },
          ...small,
        }),
      },
      { agents },
    ),
  ).toMatchInlineSnapshot(`
    [
      "a: 1 1 7-133 0-100 7-333 of 8000000: 7-133",
      "d: 1 1 7-133 0-100 7-333 of 8000000: 7-133",
      "looped: 3 3 18-2064 0-300 18-2664 of 8000000: 6-688",
      "b: 1 1 7-2113 0-100 7-2313 of 8000000: 7-2113",
      "e: 1 1 7-243 0-1000 7-2243 of 8000000: 7-243",
      "h: 1 1 7-301 0-1000 7-2301 of 8000000: 7-301",
      "judge: 1 1-2 26-738 0-200 26-1138 of 8000000: 26-152 ~",
      "c: 1 1 7-333 0-100 7-533 of 8000000: 7-333",
      "draft: 1 1 87-323 0-100 87-523 of 8000000: 87-323 ~",
      "s/step_1: 1 1 7-634 0-100 7-834 of 8000000: 7-634",
      "s/step_2: 1 1 7-737 0-100 7-937 of 8000000: 7-737",
      "s/step_3: 1 1 7-634 0-100 7-834 of 8000000: 7-634",
      "s: 1 3 21-2005 0-300 21-2605",
      "other: 1 1 8-5759 0-1000 8-7759 of 8000000: 8-5759",
    ]
  `);
});

it('tasks that match the memory have these figures', () => {
  const few = { limits: { maxOutputTokens: 100, maxTurns: 2, maxContextBytes: 1000 } };
  const agents = { matcher: { model: 'openai:gpt', system: 'Match well.' } };
  expect(
    figures(
      {
        plain: say('one', few),
        again: say('two', { ...few, rebuildMemory: true }),
        match: { type: 'associative_memory', query: 'what {{plain}}', dependsOn: ['plain'], ...few },
        steps: {
          type: 'sequential',
          contextManagement: { inheritContext: 'subset' },
          steps: [say('one', few)],
          ...few,
        },
      },
      { agents, memory: { index: { '/notes.md': 'notes about it' } } },
    ),
  ).toMatchInlineSnapshot(`
    [
      "plain: 1 1 7 0-100 7-207 of 8000000: 7",
      "again: 1 1-2 7-3815 0-200 7-4215 of 8000000: 7-604 ~ (up to 2 turns with its tools, each with 4 calls of them)",
      "steps/step_1: 1 1-2 7-3855 0-200 7-4255 of 8000000: 7-624 ~ (up to 2 turns with its tools, each with 4 calls of them)",
      "steps: 1 1-2 7-3855 0-200 7-4255 ~ (nothing for the model that matches the memory to its parts)",
      "match: 1 1-4 136-1886 0-400 136-2686 of 8000000: 136-256 ~",
    ]
  `);
});

it('tasks of every type have these figures', () => {
  const small = { limits: { maxOutputTokens: 100 } };
  const evaluator = say('judge', small);
  const library = { f: { description: 'F', parameters: [{ name: 'p' }], task: say('do {{p}}', small) } };
  expect(
    figures(
      {
        list: say('list', small),
        map: { type: 'map', dependsOn: ['list'], items: { from: 'list' }, innerTask: say('on {{item}}', small) },
        reduce: {
          type: 'reduce',
          items: ['a b', 'c'],
          initialValue: 'x y',
          innerTask: say('see {{current_data}}', small),
          reductionTask: say('join {{accumulator}} {{current_result}}', small),
        },
        cond: { type: 'cond', cases: [{ test: 'true', task: say('yes', small) }], else: say('no or not', small) },
        group: { type: 'group', subtasks: { p: say('p', small), q: say('q {{p}}', { dependsOn: ['p'], ...small }) } },
        any: { type: 'group', completionMode: 'any', subtasks: { p: say('p', small), q: say('q', small) } },
        loop: {
          type: 'director_evaluator',
          mode: 'static',
          maxIterations: 2,
          director: say('write', small),
          evaluator,
        },
        found: { type: 'director_evaluator', maxIterations: 2, director: say('write', small) },
        pipeline: { type: 'pipeline', plan: { repeat: 4, step: 'go on' }, state: 'a b c', maxRetries: 2, ...small },
        judged: {
          ...{ type: 'pipeline', plan: ['one', 'two'], state: { from: 'list' }, dependsOn: ['list'], maxRetries: 2 },
          ...{ validate: 'true', voting: { k: 2, maxRetries: 1 }, ...small },
        },
        call: { type: 'call', ref: 'f', args: { p: 'a b c d' } },
        best: say('try', { bestOf: { n: 2, evaluator }, ...small }),
        own: say('try', { bestOf: { n: 2, evaluator: { ...evaluator, outputSchema: { type: 'object' } } }, ...small }),
        script: { type: 'script', script: { content: 'x' } },
        ask: { type: 'ask', message: 'Well?', form: { answer: { type: 'text' } } },
        after: say('all {{group}} {{pipeline}} {{script}}', { dependsOn: ['group', 'pipeline', 'script'], ...small }),
      },
      { library },
    ),
  ).toMatchInlineSnapshot(`
    [
      "list: 1 1 7 0-100 7-207 of 8000000: 7",
      "reduce/inner_task: 2 2 14-24 0-200 14-424 of 8000000: 7-12",
      "reduce/reduction_task: 2 2 12-424 0-200 12-824 of 8000000: 6-212",
      "reduce: 1 4 26-448 0-400 26-1248",
      "cond/case:1: 0-1 0-1 0-7 0-100 0-207 of 8000000: 7",
      "cond/else: 0-1 0-1 0-9 0-100 0-209 of 8000000: 9",
      "cond: 1 0-1 0-9 0-100 0-209",
      "group/p: 1 1 7 0-100 7-207 of 8000000: 7",
      "group/q: 1 1 7-110 0-100 7-310 of 8000000: 7-110",
      "group: 1 2 14-117 0-200 14-517",
      "any/p: 0-1 0-1 0-7 0-100 0-207 of 8000000: 7",
      "any/q: 0-1 0-1 0-7 0-100 0-207 of 8000000: 7",
      "any: 1 0-2 0-14 0-200 0-414",
      "loop/director: 1-2 1-2 7-864 0-200 7-1264 of 8000000: 7-432",
      "loop/evaluator: 1-2 1-4 28-1392 0-400 28-2192 of 8000000: 28-131 ~",
      "loop: 1 2-6 35-2256 0-600 35-3456 ~",
      "found/director: 1-2 1-2 87-1024 0-200 87-1424 of 8000000: 87-512 ~",
      "found: 1 1-2 87-1024 0-200 87-1424 ~ (nothing for the evaluator that is found for it)",
      "pipeline: 1 4 48-480 0-400 48-1280 of 8000000: 12-120",
      "call/call:f/task: 1 1 7-14 0-100 7-214 of 8000000: 7-14",
      "call: 1 1 7-14 0-100 7-214",
      "best/best_of: 0-1 0-2 0-3884 0-200 0-4284 of 8000000: 38-1705 ~",
      "best: 1 2-4 14-3898 0-400 14-4698 of 8000000: 7 ~",
      "own/best_of: 0-1 0-2 0-3824 0-200 0-4224 of 8000000: 28-1695 ~",
      "own: 1 2-4 14-3838 0-400 14-4638 of 8000000: 7 ~",
      "script: 1 0 0 0 0",
      "ask: 1 0 0 0 0",
      "map/inner_task: 0-10 0-10 0-1100 0-1000 0-3100 of 8000000: 7-110",
      "map: 1 0-10 0-1100 0-1000 0-3100 (up to 10 items of “list”)",
      "judged: 1 4-48 48-5712 0-4800 48-15312 of 8000000: 12-119",
      "after: 1 1 6-524912 0-100 6-525112 of 8000000: 6-524912",
    ]
  `);
});

it('a history has these figures of what was sent back, and of what tools answered', () => {
  const agents = { h: { contextTransfer: 'full' } };
  const few = { agent: 'h', limits: { maxOutputTokens: 100, maxTurns: 2 }, injectContext: false };
  expect(
    figures(
      {
        plain: say('one', few),
        typed: say('two', { ...few, outputSchema: { type: 'object' } }),
        tooled: say('three', { ...few, tools: ['note'] }),
        afterPlain: say('on', { ...few, dependsOn: ['plain'] }),
        afterTyped: say('on', { ...few, dependsOn: ['typed'] }),
        afterTooled: say('on', { ...few, dependsOn: ['tooled'] }),
      },
      { agents },
    ).filter((line) => line.startsWith('after')),
  ).toMatchInlineSnapshot(`
    [
      "afterPlain: 1 1 7-179 0-100 7-379 of 8000000: 7-179",
      "afterTyped: 1 1 7-624 0-100 7-824 of 8000000: 7-624",
      "afterTooled: 1 1 7-1467 0-100 7-1667 of 8000000: 7-1467",
    ]
  `);
});

it('a part has of the history what stands before the tasks around it, however deep it lies', () => {
  const few = { agent: 'h', limits: { maxOutputTokens: 100 }, injectContext: false };
  const inner = { type: 'group', dependsOn: ['two'], subtasks: { deep: say('on', few) } };
  const lines = figures(
    {
      one: say('one', few),
      two: say('two', { ...few, dependsOn: ['one'] }),
      flat: say('on', { ...few, dependsOn: ['two'] }),
      outer: { type: 'group', dependsOn: ['one'], subtasks: { two: say('two', few), inner } },
    },
    { agents: { h: { contextTransfer: 'full' } } },
  );
  const figuresOf = (path: string) => lines.find((line) => line.startsWith(`${path}: `))?.slice(path.length);
  expect(figuresOf('outer/two')).toBe(figuresOf('two'));
  expect(figuresOf('flat')).toBe(': 1 1 7-317 0-100 7-517 of 8000000: 7-317');
  // In the history the task before it has a name that is six characters longer.
  expect(figuresOf('outer/inner/deep')).toBe(': 1 1 7-323 0-100 7-523 of 8000000: 7-323');
});
