import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { EventOf, RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { ModelRequest } from '../ports/model-client';
import { runPlan } from '../run-plan';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';
import type { HistoryCommands } from './history-commands';

const agents = {
  full: { model: 'sim:full', contextTransfer: 'full' },
  summary: { model: 'sim:summary', contextTransfer: 'summary' },
};
const off = { mode: 'none' };
const long = `Error: the disk is full\n${'It went on and on. '.repeat(60)}\nDecision: use tabs`;

/** Tasks with long outputs, and one that is sent their history. */
const plan = (compaction: object | undefined, agent = 'full', more: object = {}) =>
  planOf(
    {
      a: {},
      b: { dependsOn: ['a'] },
      c: { dependsOn: ['b'] },
      last: { description: 'Go on.', agent, dependsOn: ['c'], context: off, ...more },
    },
    { agents, variables: { PLACE: 'Rome' }, ...(compaction === undefined ? {} : { compaction }) },
  );

const compactor = { model: 'sim:compactor' };
const summary = { summary: 'They spoke.', keyOutputs: ['a file'], decisions: ['Use UTC'], errors: [] };

function answer(request: ModelRequest): Scripted {
  if (request.model.model === 'compactor') return JSON.stringify(summary);
  return request.messages.some(({ content }) => content.includes('Do a')) ? long : 'Fine.';
}

const requestsTo = (world: World, model: string) => world.models.requests.filter((one) => one.model.model === model);
const tasksIn = (request: ModelRequest | undefined): Readonly<Record<string, string>> => {
  const text = request?.messages.at(-1)?.content ?? '';
  const found = text.matchAll(/<task id="([^"]+)"( compacted="true")?>\n([\s\S]*?)\n<\/task>/g);
  return Object.fromEntries(
    [...found].map(([, id = '', short = '', body = '']) => [id, `${short === '' ? '' : 'compacted'}|${body}`]),
  );
};
const historySentIn = (world: World, agent = 'full') => tasksIn(requestsTo(world, agent)[0]);
const done = (events: readonly RunEvent[]) =>
  events.filter((event): event is EventOf<'compaction.done'> => event.kind === 'compaction.done');
const compactionOf = (world: World, path: string) =>
  done(world.log.events).find(({ data }) => data.tasks.includes(path))?.data;
const isShort = (history: Readonly<Record<string, string>>) =>
  Object.entries(history).flatMap(([id, text]) => (text.startsWith('compacted') ? [id] : []));

async function ran(...args: Parameters<typeof plan>) {
  const world = createWorld({ answer });
  expect(await world.run(plan(...args))).toBe('completed');
  return world;
}

describe('when a history is compacted', () => {
  it.each([
    ['nothing asks for it', undefined, []],
    ['each task completes', { trigger: 'on_complete' }, ['a', 'b', 'c']],
    ['so many tasks have, then all of them', { trigger: 'batch', batchSize: 2 }, ['a', 'b']],
    ['it has more characters', { trigger: 'on_threshold', threshold: 5000 }, []],
    ['it has so many', { trigger: 'on_threshold', threshold: 1000 }, ['a']],
    ['a person wants it, who does not', { trigger: 'manual' }, []],
    ['it is turned off', { enabled: false }, []],
  ])('is when %s', async (_when, compaction, short) => {
    const world = await ran(compaction);
    const history = historySentIn(world);
    expect(Object.keys(history)).toEqual(['a', 'b', 'c']);
    expect(isShort(history)).toEqual(short);
    const compacted = done(world.log.events).flatMap(({ data }) => data.tasks);
    expect(compacted.filter((path) => path === 'task/a')).toHaveLength(short.length === 0 ? 0 : 1);
  });

  it('is for an agent that wants a summary in any case, and for it alone', async () => {
    const world = createWorld({ answer });
    const both = planOf(
      {
        a: {},
        b: { agent: 'summary', dependsOn: ['a'], context: off },
        c: { agent: 'full', dependsOn: ['b'], context: off },
      },
      { agents },
    );
    expect(await world.run(both)).toBe('completed');
    expect(isShort(historySentIn(world, 'summary'))).toEqual(['a']);
    expect(isShort(historySentIn(world, 'full'))).toEqual([]);
    expect(done(world.log.events).map(({ data }) => [data.trigger, data.tasks])).toEqual([['transfer', ['task/a']]]);
  });
});

describe('what is left of a task', () => {
  // The rest of the output contains the error, but not the decision.
  const moderate = `Task a completed: success\n${long.slice(0, 500)} […]\nDecisions so far:\nDecision: use tabs`;

  it.each([
    ['a line', { strategy: 'aggressive' }, 'Task a completed: success'],
    [
      'a line, and what is to be preserved',
      { strategy: 'aggressive', preserve: ['decisions'] },
      'Task a completed: success\nDecisions so far:\nDecision: use tabs',
    ],
    ['its output, decisions and errors', { strategy: 'moderate' }, moderate],
    [
      'each message, shortened',
      { strategy: 'comprehensive', preserve: [] },
      `Task a completed: success\n[user]\nDo a\n[assistant]\n${long.slice(0, 300)} […]`,
    ],
  ])('is %s', async (_what, compaction, text) => {
    expect(historySentIn(await ran(compaction))['a']).toBe(`compacted|${text}`);
  });

  it('says that it failed', async () => {
    const world = createWorld({ answer, script: () => ({ stderr: 'no such file', exitCode: 2 }) });
    const failing = planOf(
      {
        a: { type: 'script', script: { content: 'x' }, errorHandling: { onError: 'continue' } },
        last: { agent: 'full', dependsOn: ['a'], context: off },
      },
      { agents, compaction: {} },
    );
    expect(await world.run(failing)).toBe('completed');
    expect(historySentIn(world)['a']).toBe(
      'compacted|Task a completed: failure\nErrors so far:\nError: The script ended with code 2: no such file',
    );
  });

  it('keeps its messages, which stand in the log beside what stands for them', async () => {
    const world = await ran({});
    const [first] = done(world.log.events);
    const { before, ...data } = first?.data ?? ({} as never);
    expect(JSON.parse(before.text)).toEqual([
      { role: 'user', content: 'Do a' },
      { role: 'assistant', content: long },
    ]);
    expect(data).toMatchObject({
      of: 'history',
      trigger: 'on_complete',
      by: 'template',
      tasks: ['task/a'],
      messages: 2,
    });
    expect(data.tokensAfter).toBeLessThan(data.tokensBefore);
    const state = reduceRun(emptyRun, world.log.events);
    expect(state.context.compactions.get('')?.map(({ tasks }) => tasks[0])).toEqual([
      'task/a',
      'task/b',
      'task/c',
      'task/last',
    ]);
  });
});

describe('an agent that compacts', () => {
  it('tells a task in its own words, and what was to be preserved in any case', async () => {
    const world = await ran({ agent: compactor });
    expect(historySentIn(world)['a']).toBe(
      [
        'compacted|Task a completed: success',
        'They spoke.',
        '- a file',
        'Errors so far:',
        'Error: the disk is full',
        'Decisions so far:',
        'Decision: use tabs',
        'Decision: Use UTC',
      ].join('\n'),
    );
    const [request] = requestsTo(world, 'compactor');
    expect(request?.outputSchema).toMatchObject({ required: ['summary', 'keyOutputs', 'decisions', 'errors'] });
    expect(request?.messages.at(-1)?.content).toContain('[user]\nDo a\n\n[assistant]\nError: the disk is full');
    expect(compactionOf(world, 'task/a')).toMatchObject({ by: 'agent', usage: { inputTokens: 10 } });
  });

  it('is paid for what a later task is sent, and for nothing else', async () => {
    const world = createWorld({ answer });
    const alone = planOf(
      { a: {}, reads: { agent: 'full', dependsOn: ['a'], context: off }, other: {}, last: { dependsOn: ['reads'] } },
      { agents, compaction: { agent: compactor } },
    );
    expect(await world.run(alone)).toBe('completed');
    expect(requestsTo(world, 'compactor').map(({ messages }) => messages.at(-1)?.content)).toEqual([
      expect.stringContaining('Task a completed'),
    ]);
    expect(isShort(historySentIn(world))).toEqual(['a']);
  });

  it('is not asked about what is short already', async () => {
    const world = await ran({ agent: compactor });
    const [only, ...others] = requestsTo(world, 'compactor');
    expect(others).toEqual([]);
    expect(only?.messages.at(-1)?.content).not.toContain('This is part');
    expect(historySentIn(world)['b']).toBe('compacted|Task b completed: success\nFine.');
  });

  it('takes a slot like any other, be it the only one', async () => {
    const world = createWorld({ answer });
    const narrow = { ...plan({ agent: compactor }, 'summary'), maxConcurrency: 1 };
    expect(await world.run(narrow)).toBe('completed');
    expect(world.models.peak()).toBe(1);
  });

  it('gets what does not fit into its window in parts, which are put together', async () => {
    const world = createWorld({ answer, windowTokens: 5000 });
    // Of the 904 tokens that may be sent, 542 are for messages: 2168 characters.
    const big = planOf(
      { a: { description: 'Do a' }, last: { agent: 'summary', dependsOn: ['a'], context: off } },
      { agents, limits: { maxOutputTokens: 4096 }, compaction: { agent: compactor, trigger: 'manual' } },
    );
    const words = 'A long report. '.repeat(300);
    const models = world.deps.models as World['models'];
    const { generate } = models;
    models.generate = (request, options) =>
      request.model.model === 'echo'
        ? generate({ ...request, messages: [] }, options).then((reply) => ({ ...reply, content: words }))
        : generate(request, options);
    expect(await world.run(big)).toBe('completed');
    const parts = requestsTo(world, 'compactor').map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every((text) => text.length / 4 < 904)).toBe(true);
    expect(parts.flatMap((text) => text.match(/This is part \d+ of \d+ of them\./) ?? [])).toEqual(
      parts.map((_text, index) => `This is part ${index + 1} of ${parts.length} of them.`),
    );
    expect(parts.join('').match(/A long report\./g)?.length).toBeGreaterThanOrEqual(300 - parts.length);
    expect(historySentIn(world, 'summary')['a']?.match(/They spoke\./g)).toHaveLength(parts.length);
  });

  it('is replaced by the template where it fails, which says why', async () => {
    const failing = (request: ModelRequest) =>
      request.model.model === 'compactor' ? providerError('auth') : answer(request);
    const world = createWorld({ answer: failing });
    expect(await world.run(plan({ agent: compactor, strategy: 'aggressive' }))).toBe('completed');
    expect(historySentIn(world)['a']).toBe('compacted|Task a completed: success');
    expect(compactionOf(world, 'task/a')).toMatchObject({ by: 'template', why: 'The provider said: auth.' });
  });

  it('may answer by a schema of the author', async () => {
    const outputSchema = { type: 'object', properties: { gist: { type: 'string' } }, required: ['gist'] };
    const own = (request: ModelRequest) =>
      request.model.model === 'compactor' ? JSON.stringify({ gist: 'All well.' }) : answer(request);
    const world = createWorld({ answer: own });
    const agent = { ...compactor, outputSchema, system: 'Be brief about {{PLACE}}.' };
    expect(await world.run(plan({ agent, preserve: [] }))).toBe('completed');
    expect(historySentIn(world)['a']).toBe('compacted|Task a completed: success\ngist: All well.');
    expect(requestsTo(world, 'compactor')[0]?.messages[0]?.content).toBe('Be brief about Rome.');
  });
});

describe('a person', () => {
  /** Runs a plan, and does something when a task has started. */
  async function reaching(compaction: object, when: string, act: (commands: HistoryCommands) => Promise<void>) {
    const world = createWorld({ answer });
    let commands: HistoryCommands | undefined;
    let acted: Promise<void> | undefined;
    const status = await world.clock.runUntil(
      runPlan({
        executionId: 'run1',
        workflowId: 'flow1',
        plan: plan(compaction),
        deps: world.deps,
        signal: world.stop.signal,
        onOpen: (given) => {
          commands = given;
        },
        onEvents: (events) => {
          const isTime = events.some(({ kind, path }) => kind === 'task.completed' && path === when);
          if (isTime && commands !== undefined) acted ??= act(commands);
        },
        onDelta: () => undefined,
      }),
    );
    await acted;
    expect(status).toBe('completed');
    return world;
  }

  it('compacts by hand what has been, for the tasks to come', async () => {
    const world = await reaching({ trigger: 'manual' }, 'task/b', (commands) => commands.compact());
    expect(isShort(historySentIn(world))).toEqual(['a', 'b']);
    expect(done(world.log.events).map(({ data }) => data.trigger)).toEqual(['manual', 'manual']);
  });

  it('leaves it to the trigger to count from there on, also when the run is taken up', async () => {
    const rules = { trigger: 'batch', batchSize: 2 };
    const whole = await reaching(rules, 'task/a', (commands) => commands.compact());
    expect(isShort(historySentIn(whole))).toEqual(['a', 'b', 'c']);
    const byHand = whole.log.events.findIndex(({ kind }) => kind === 'compaction.done');
    for (let cut = byHand + 1; cut < whole.log.events.length; cut++) {
      const again = createWorld({ answer, log: whole.log.events.slice(0, cut), blobs: whole.deps.blobs });
      expect(await again.run(plan(rules))).toBe('completed');
      const [request] = requestsTo(again, 'full');
      if (request !== undefined) expect(tasksIn(request)).toEqual(historySentIn(whole));
    }
  });

  it('puts messages back, which later tasks are told in full', async () => {
    const world = await reaching({}, 'task/b', (commands) => commands.restore(['task/a']));
    const history = historySentIn(world);
    expect(isShort(history)).toEqual(['b', 'c']);
    expect(history['a']).toContain(long);
    const state = reduceRun(emptyRun, world.log.events);
    expect(state.context.compactions.get('')?.map(({ restored }) => restored)).toEqual([true, false, false, false]);
  });

  it('puts back what was short for one call alone, which no trigger makes short again', async () => {
    for (const agent of [undefined, compactor]) {
      const rules = { trigger: 'batch', batchSize: 3, ...(agent && { agent }) };
      const world = createWorld({ answer });
      let commands: HistoryCommands | undefined;
      let restored: Promise<void> | undefined;
      const tasks = {
        a: {},
        b: { agent: 'summary', dependsOn: ['a'], context: off },
        c: { dependsOn: ['b'] },
        last: { agent: 'full', dependsOn: ['c'], context: off },
      };
      await world.clock.runUntil(
        runPlan({
          executionId: 'run1',
          workflowId: 'flow1',
          plan: planOf(tasks, { agents, compaction: rules }),
          deps: world.deps,
          signal: world.stop.signal,
          onOpen: (given) => {
            commands = given;
          },
          onEvents: (events) => {
            const isTime = events.some(({ kind, path }) => kind === 'task.completed' && path === 'task/b');
            if (isTime) restored ??= commands?.restore(['task/a']);
          },
          onDelta: () => undefined,
        }),
      );
      await restored;
      expect(isShort(historySentIn(world, 'summary'))).toEqual(['a']);
      expect(isShort(historySentIn(world))).toEqual(['b', 'c']);
      const compacted = done(world.log.events).map(({ data }) => [data.trigger, ...data.tasks]);
      expect(compacted).toEqual([
        ['transfer', 'task/a'],
        ['batch', 'task/b'],
        ['batch', 'task/c'],
      ]);
    }
  });

  it('is told where there is nothing to put back', async () => {
    let refusal: unknown;
    await reaching({ trigger: 'manual' }, 'task/b', (commands) =>
      commands.restore(['task/a']).catch((error: unknown) => {
        refusal = error;
      }),
    );
    expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', message: 'Nothing of these tasks is compacted.' });
  });
});

describe('a run that is taken up', () => {
  it.each([
    ['by template', {}],
    ['by an agent', { agent: compactor, trigger: 'batch', batchSize: 2 }],
    ['when it is long', { trigger: 'on_threshold', threshold: 1000, agent: compactor }],
  ])('anywhere in its log sends the same, compacted %s', async (_how, compaction) => {
    const whole = await ran(compaction);
    const sent = historySentIn(whole);
    const calls = whole.models.requests.length;
    for (let cut = 1; cut < whole.log.events.length; cut++) {
      const log = whole.log.events.slice(0, cut);
      const again = createWorld({ answer, log, blobs: whole.deps.blobs });
      expect(await again.run(plan(compaction))).toBe('completed');
      const known = log.filter(({ kind }) => kind === 'model.replied').length;
      expect(again.models.requests.length).toBe(calls - known);
      const [request] = requestsTo(again, 'full');
      if (request !== undefined) expect(tasksIn(request)).toEqual(sent);
      const compacted = done(again.log.events).map(({ data }) => data.tasks[0]);
      expect(new Set(compacted).size).toBe(compacted.length);
    }
  });
});
