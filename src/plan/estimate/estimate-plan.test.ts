import { describe, expect, it } from 'vitest';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import type { ModelFacts } from '../model-facts';
import { catalogueOf } from '../model-facts.testing';
import { planOf } from '../plan.testing';
import type { TokenCounter } from '../ports';
import { estimatePlan } from './estimate-plan';

/**
 * Counts one token per word, exact only for OpenAI. Prices are known only for OpenAI ($1 in, $2 out per million);
 * simulated models are free.
 */
const tokens: TokenCounter = {
  count: (text, { provider }) => ({ tokens: text.split(/\s+/).length, exact: provider === 'openai' }),
};
const priced: Readonly<Record<string, Partial<ModelFacts>>> = {
  openai: { price: { inputPerMillion: 1, outputPerMillion: 2 } },
  sim: { price: { inputPerMillion: 0, outputPerMillion: 0 } },
};
const prices = catalogueOf(({ provider }) => priced[provider] ?? {});
const estimate = (tasks: Readonly<Record<string, object>>, settings = {}) =>
  estimatePlan(planOf(tasks, { defaultModel: 'openai:gpt', ...settings }), tokens, prices);
const word = { type: 'atomic', description: 'Do' };
const two = { type: 'sequential', steps: [word, word] };
const small = { limits: { maxOutputTokens: 100 } };
/** Tokens of a call besides its words: of its message, and of the start of the reply. */
const form = 3 + 3;

describe('an estimate', () => {
  it('counts what a variable names as it is filled in, and what is not known yet as it may be', () => {
    const variables = { text: 'word '.repeat(90).trim(), page: '{{text}} {{text}}' };
    const named = { description: '{{v}}', injectContext: false, variables: { v: '{{page}}' } };
    const [one, other] = [
      estimate({ a: { ...named, ...small } }, { variables }),
      estimate({ a: { ...named, ...small } }, { variables: { ...variables, text: 'x' } }),
    ];
    // Once in the variables of the workflow, page twice; as a variable of the task, and in the prompt: 1 + 2 + 2 + 2.
    expect((one.tasks['a']?.inputTokens.low ?? 0) - (other.tasks['a']?.inputTokens.low ?? 0)).toBe(7 * 89);
    const produced = estimate({
      a: { ...word, ...small },
      b: { ...named, ...small, dependsOn: ['a'], variables: { v: '{{a}}' } },
    });
    const { low = 0, high = 0 } = produced.tasks['b']?.inputTokens ?? {};
    expect(high - low).toBeGreaterThanOrEqual(2 * 100 - 2);
  });

  it('takes the output of a call for that of its definition, where it is read', () => {
    const library = { f: { task: { ...word, ...small } } };
    const inputOfReader = (read: object) => {
      const reader = { description: 'Use {{a}}', injectContext: false, dependsOn: ['a'], ...small };
      return estimate({ a: read, b: reader }, { library }).tasks['b']?.inputTokens;
    };
    expect(inputOfReader({ type: 'call', ref: 'f' })).toEqual(inputOfReader({ ...word, ...small }));
    expect(inputOfReader({ type: 'call', ref: 'f' })).not.toEqual(inputOfReader(word));
  });

  it('counts a call between its prompt alone and the longest reply', () => {
    const { tasks, costUsd } = estimate({ a: { description: 'one two three', ...small } });
    expect(tasks['a']).toMatchObject({
      calls: { low: 1, high: 1 },
      inputTokens: { low: 3 + form, high: 3 + form },
      outputTokens: { low: 0, high: 100 },
      estimated: false,
    });
    expect(costUsd).toEqual({ low: 9e-6, high: 209e-6 });
  });

  it('takes for the longest reply what its model can give, where none is written, at most 32,768 tokens', () => {
    const most = new Map([
      ['large', { maxOutput: 128_000 }],
      ['small', { maxOutput: 2000 }],
    ]);
    const catalogue = catalogueOf(({ model }) => ({ window: 100_000, ...most.get(model) }));
    const tasks = {
      a: { description: 'Do', model: 'openai:small' },
      b: { description: 'Use {{a}}', model: 'openai:large', dependsOn: ['a'], context: { mode: 'none' } },
      c: { type: 'sequential', dependsOn: ['b'], steps: [word] },
    };
    const plan = planOf(tasks, { defaultModel: 'openai:gpt' });
    const { tasks: found } = estimatePlan(plan, tokens, catalogue);
    const high = (id: string) => found[id]?.outputTokens.high;
    expect([high('a'), high('b'), high('c')]).toEqual([2000, 32_768, 4096]);
    expect(found['b']?.inputTokens.high).toBeGreaterThanOrEqual(2000);
    expect(found['b']?.inputTokens.high).toBeLessThan(2100);
    expect(found['b']?.window?.usable).toBe(100_000 - 32_768);
  });

  it('counts the declarations of tools in every turn, those that read files only at most', () => {
    const tool = { name: 'write_file', ...builtinDeclarations.write_file };
    const ofTool = 12 + 7 + JSON.stringify(tool).split(/\s+/).length;
    const a = { description: 'one two', tools: ['write_file'], limits: { maxTurns: 3 } };
    const plain = estimate({ a }).tasks['a'];
    const first = 2 + form + ofTool;
    // A turn adds its reply, and answers to four calls: a few words for each, and its name twice.
    const turn = 3 + 4096 + 4 * (24 + 2 + 220);
    expect(plain?.inputTokens).toEqual({ low: first, high: 3 * first + (1 + 2) * turn });
    const reading = estimate({ a: { ...a, tools: ['write_file', 'read_file'] } }).tasks['a'];
    expect(reading?.inputTokens.low).toBe(first);
    expect(reading?.inputTokens.high).toBeGreaterThan(3 * first + (1 + 2) * turn);
    const windows = catalogueOf(() => ({ window: 200 }));
    const settings = { defaultModel: 'openai:gpt' };
    const task = { ...a, limits: { maxOutputTokens: 100 } };
    const { window } = estimatePlan(planOf({ a: task }, settings), tokens, windows).tasks['a'] ?? {};
    expect(window?.call).toEqual({ low: first, high: first });
  });

  it('says what is not counted: what servers say of their tools', () => {
    const mcp = { url: 'https://example.org/mcp' };
    const { tasks } = estimate({ a: { tools: [{ name: 'issues', mcp }], limits: { maxTurns: 2 } } });
    expect(tasks['a']?.assumed).toEqual([
      'up to 2 turns with its tools, each with 4 calls of them',
      'nothing for what servers say of issues',
    ]);
    const known = { name: 'issues', description: 'Lists', parameters: { type: 'object' }, mcp };
    expect(estimate({ a: { tools: [known] } }).tasks['a']?.assumed).toHaveLength(1);
  });

  it('says what one call may take of the window of its model, where that is known', () => {
    const windows = catalogueOf(({ provider }) => (provider === 'openai' ? { window: 1000 } : {}));
    const tasks = {
      a: { description: 'one two three', ...small, loop: { type: 'repeat', count: 5 } },
      b: { ...small, description: '{{a}}', dependsOn: ['a'], injectContext: false },
      c: { model: 'sim:fast' },
      d: { type: 'script' },
    };
    const found = estimatePlan(planOf(tasks, { defaultModel: 'openai:gpt' }), tokens, windows).tasks;
    expect(found['a']?.window).toEqual({ size: 1000, usable: 800, call: { low: 9, high: 9 } });
    expect(found['b']?.window).toMatchObject({ usable: 800, call: { high: 100 + 2 + form } });
    expect([found['c']?.window, found['d']?.window]).toEqual([undefined, undefined]);
  });

  it('counts with what an agent may be sent of what was said before it, as far as its window has room', () => {
    const reader = { ...small, agent: 'reader', injectContext: false };
    const tasks = {
      a: { description: 'one two three', ...small },
      b: { description: 'four', ...small, dependsOn: ['a'], injectContext: false },
      c: { description: 'five', ...reader, dependsOn: ['b'] },
    };
    const settings = { defaultModel: 'openai:gpt', agents: { reader: { contextTransfer: 'summary' } } };
    const windowed = (tokensOfAll?: number) =>
      estimatePlan(
        planOf(tasks, settings),
        tokens,
        catalogueOf(() => (tokensOfAll === undefined ? {} : { window: tokensOfAll })),
      ).tasks['c'];
    const found = windowed();
    const history = found?.prompt?.parts.find(({ kind }) => kind === 'history');
    expect(history).toMatchObject({ text: '‹what was said in a, b›', from: ['a', 'b'] });
    // Of each, its message, its reply of at most 100 tokens as a message, and the tags with its name.
    const said = 3 + 3 + (3 + 100) + 31 + (1 + 3 + (3 + 100) + 31);
    const low = 1 + form;
    expect(found?.inputTokens).toEqual({ low, high: low + said + 30 });
    expect(windowed(250)?.window).toMatchObject({ usable: 150, call: { low, high: 150 } });
  });

  it('counts what was said before with the model that said it', () => {
    const counted: TokenCounter = {
      count: (text, { provider }) => ({ tokens: provider === 'openai' ? text.split(/\s+/).length : 0, exact: true }),
    };
    const pipeline = { type: 'pipeline', plan: { repeat: 1, step: 'on' }, limits: { maxOutputTokens: 1 } };
    const inputAfter = (state: string) =>
      estimatePlan(
        planOf(
          {
            a: { ...pipeline, state, errorHandling: { onError: 'continue' } },
            b: { description: 'five', agent: 'reader', injectContext: false, dependsOn: ['a'], ...small },
          },
          { defaultModel: 'openai:gpt', agents: { reader: { contextTransfer: 'full' } } },
        ),
        counted,
        prices,
      ).tasks['b']?.inputTokens.high ?? 0;
    expect(inputAfter('one two three four') - inputAfter('one two')).toBe(2);
  });

  it('knows the tools of a task, which may take more turns', () => {
    const { tasks } = estimate({ a: { tools: ['note'], limits: { maxTurns: 4 } }, b: {} });
    expect(tasks['a']).toMatchObject({
      calls: { low: 1, high: 4 },
      assumed: ['up to 4 turns with its tools, each with 4 calls of them'],
      tools: ['note'],
    });
    expect(tasks['b']).toMatchObject({ calls: { low: 1, high: 1 }, assumed: [] });
  });

  it('shows what a call will be told, with placeholders, and adds what they may become', () => {
    const task = {
      description: 'On {{a.output.items[0].title}} and {{a.output.items[1].title}}',
      dependsOn: ['a'],
      injectContext: false,
      inputs: { n: { from: 'count' } },
    };
    const { tasks } = estimate({ a: { ...small, returns: { count: 'size(output)' } }, b: task });
    expect(tasks['b']?.prompt?.messages[0]?.content).toBe(
      '<inputs>\n  <n>‹output of count›</n>\n</inputs>\n\n' +
        'On ‹output of a.output.items[0].title› and ‹output of a.output.items[1].title›',
    );
    expect(tasks['b']?.prompt?.parts.map(({ from }) => from)).toContainEqual(['a']);
    const { low, high } = tasks['b']?.inputTokens ?? { low: 0, high: 0 };
    expect(high - low).toBeGreaterThanOrEqual(100);
  });

  it('foresees what a task may be told of those before it, by the rules of a run, with the most bytes that there can be', () => {
    const { tasks } = estimate(
      {
        far: { ...small },
        near: { ...small, dependsOn: ['far'] },
        same: { ...small, agent: 'x' },
        print: { type: 'script', limits: { maxStdoutBytes: 5000 } },
        last: { description: 'Go', agent: 'x', dependsOn: ['near', 'print'], context: { maxBytes: 5600 } },
        alone: {},
        none: { dependsOn: ['far'], injectContext: false },
      },
      { agents: { x: { model: 'openai:gpt' } } },
    );
    const { context, prompt, inputTokens } = tasks['last'] ?? {};
    const told = context?.choices.filter(({ verdict }) => verdict !== 'out');
    expect(told?.map(({ id, rule, shown }) => [id, rule, shown])).toEqual([
      ['near', 'direct', 400],
      ['print', 'direct', 5000],
      ['same', 'agent', 200],
      ['far', 'transitive', 0],
    ]);
    expect(context).toMatchObject({ tasks: 4, bytes: 5600 });
    expect(prompt?.messages[0]?.content).toContain('Task: same (relevance: 0.50)\n‹output of same›\n');
    // At most a token for two bytes; heads of ten tokens; the lines around the block.
    expect((inputTokens?.high ?? 0) - (inputTokens?.low ?? 0)).toBe(5600 / 2 + 4 * 10 + 16);
    expect([tasks['alone']?.context, tasks['none']?.context, tasks['print']?.context]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('takes a task under a condition, and what hangs on it alone, as perhaps not called', () => {
    const { tasks, calls } = estimate({
      a: {},
      maybe: { dependsOn: ['a'], condition: 'tasks.a.status == "COMPLETE"' },
      below: { dependsOn: ['maybe'] },
      join: { dependsOn: ['maybe', 'a'] },
      off: { disabled: true },
    });
    const called = (id: string) => tasks[id]?.calls;
    expect([called('a'), called('maybe'), called('below'), called('join'), called('off')]).toEqual([
      { low: 1, high: 1 },
      { low: 0, high: 1 },
      { low: 0, high: 1 },
      { low: 1, high: 1 },
      { low: 0, high: 0 },
    ]);
    expect(calls).toEqual({ low: 2, high: 4 });
  });

  it('says where a price is not known, and does not count it as nothing', () => {
    const { tasks, unpriced, costUsd } = estimate({
      a: { model: 'ollama:llama3' },
      b: { model: 'sim:echo' },
      c: { type: 'script' },
    });
    expect(tasks['a']?.costUsd).toBeNull();
    expect(tasks['a']?.estimated).toBe(true);
    expect(tasks['b']?.costUsd).toEqual({ low: 0, high: 0 });
    expect(unpriced).toEqual(['ollama:llama3']);
    expect(costUsd).toEqual({ low: 0, high: 0 });
  });

  it('reckons with the cache: read in the best case where that is long enough, written in the worst, neither where it is off', () => {
    const price = { inputPerMillion: 100, outputPerMillion: 0, cacheReadPerMillion: 10, cacheWritePerMillion: 125 };
    const facts = catalogueOf(() => ({ price, cacheMinimum: 10, maxOutput: 1 }));
    const costOf = (task: object) =>
      estimatePlan(planOf({ a: { model: 'openai:gpt', ...task } }), tokens, facts).tasks['a']?.costUsd;
    const loop = { type: 'repeat', count: 2 };
    const usd = (low: number, high: number) => ({
      low: expect.closeTo(low / 1e6, 12),
      high: expect.closeTo(high / 1e6, 12),
    });
    expect(costOf({ description: 'one two three four', loop })).toEqual(usd(2 * 10 * 10, 2 * 10 * 125));
    expect(costOf({ description: 'one two', loop })).toEqual(usd(2 * 8 * 100, 2 * 8 * 125));
    expect(costOf({ description: 'one two three four' })).toEqual(usd(10 * 100, 10 * 125));
    expect(costOf({ description: 'one two three four', loop, cache: 'off' })).toEqual(usd(2000, 2000));
  });

  it('gives the waves and the longest path', () => {
    const { waves, longestPath } = estimate({ a: {}, b: { dependsOn: ['a'] }, c: {}, d: { dependsOn: ['c', 'b'] } });
    expect(waves).toEqual([['a', 'c'], ['b'], ['d']]);
    expect(longestPath).toEqual(['a', 'b', 'd']);
  });

  it.each([
    ['steps', { type: 'sequential', steps: [word, word] }, { low: 2, high: 2 }],
    ['the items of a list', { type: 'map', items: [1, 2, 3], innerTask: word }, { low: 3, high: 3 }],
    ['inputs', { type: 'map', inputs: { a: 1, b: 2 }, innerTask: word }, { low: 2, high: 2 }],
    [
      'both parts of a reduce',
      { type: 'reduce', items: [1, 2], innerTask: word, reductionTask: word },
      { low: 4, high: 4 },
    ],
    ['one case', { type: 'cond', cases: [{ test: 'true', task: two }], else: word }, { low: 0, high: 2 }],
    ['a group', { type: 'group', subtasks: { a: word, b: { ...word, dependsOn: ['a'] } } }, { low: 2, high: 2 }],
    [
      'the first of a group',
      { type: 'group', completionMode: 'any', subtasks: { a: word, b: word } },
      { low: 0, high: 2 },
    ],
    [
      'rounds of a dynamic loop',
      { type: 'director_evaluator', director: word, evaluator: word },
      { low: 1, high: 10 + 10 * 2 },
    ],
    [
      'rounds of a static loop',
      { type: 'director_evaluator', mode: 'static', maxIterations: 3, director: word, evaluator: word },
      { low: 2, high: 3 + 3 * 2 },
    ],
    ['repetitions', { ...word, loop: { type: 'repeat', count: 4 } }, { low: 4, high: 4 }],
    [
      'a loop that may not begin',
      { ...word, loop: { type: 'while', condition: 'iteration < 3' } },
      { low: 0, high: 10 },
    ],
    ['samples of a vote', { ...word, voting: { k: 2, maxRetries: 2 } }, { low: 2, high: 3 * 2 * 2 + 2 }],
    ['tries and who chooses', { ...word, bestOf: { n: 3, evaluator: word } }, { low: 3, high: 3 + 2 }],
    ['steps of a pipeline', { type: 'pipeline', plan: { repeat: 5, step: 'on' } }, { low: 5, high: 5 }],
    ['an input that is a task', { ...word, inputs: { x: { task: word } } }, { low: 2, high: 2 }],
    ['a call', { type: 'call', ref: 'f' }, { low: 2, high: 2 }],
  ])('counts the calls of %s', (_what, task, calls) => {
    const library = { f: { task: two } };
    expect(estimate({ a: task }, { library }).calls).toEqual(calls);
  });

  it('says what it assumed where a list is known only in the run', () => {
    const { tasks, calls } = estimate({
      list: {},
      a: { type: 'map', dependsOn: ['list'], items: { from: 'list.output' }, innerTask: word },
    });
    expect(calls).toEqual({ low: 1, high: 11 });
    expect(tasks['a']?.assumed).toEqual(['up to 10 items of “list.output”']);
    expect(tasks['a/inner_task']?.calls).toEqual({ low: 0, high: 10 });
  });

  it('of a definition that calls itself has an end', () => {
    const library = { f: { task: { type: 'sequential', steps: [word, { type: 'call', ref: 'f' }] } } };
    expect(estimate({ a: { type: 'call', ref: 'f' } }, { library }).calls.high).toBe(3);
  });

  it('writes the prompts of tasks within tasks, with what their holders will give', () => {
    const innerTask = { ...word, description: 'On {{item}} of {{list}}' };
    const { tasks } = estimate({ list: {}, a: { type: 'map', dependsOn: ['list'], items: [1], innerTask } });
    expect(tasks['a/inner_task']?.prompt?.messages[0]?.content).toBe('On ‹output of item› of ‹output of list›');
  });
});
