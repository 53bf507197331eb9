import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextPlan } from '@/plan/context/context-plan';
import { planOf } from '@/plan/plan.testing';
import type { EventQuery } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { openForFork } from '../log/recording';
import { kinds, promptOf } from '../testing/nested.testing';
import { createWorld, type World } from '../testing/world.testing';

const agents = { x: { model: 'sim:echo' }, y: { model: 'sim:echo' } };
const script = (content: string, more: object = {}) => ({ type: 'script', script: { content }, ...more });
const ask = (more: object = {}) => ({ agent: 'x', ...more });

async function run(tasks: Readonly<Record<string, object>>, settings: object = {}, more: object = {}): Promise<World> {
  const world = createWorld({ script: ({ content }) => ({ stdout: content }), ...more });
  expect(await world.run(planOf(tasks, { agents, maxConcurrency: 1, ...settings }))).toBe('completed');
  return world;
}

/** The tasks whose outputs the last call was sent. */
const inLastPrompt = ({ models }: World) =>
  [...promptOf(models.requests.at(-1) as never).matchAll(/^Task: (\S+) /gm)].map(([, id]) => id);
const pruned = ({ log }: World) => kinds(log.events, 'outputs.pruned').map(({ data }) => data);
const keeping = (cleanupStrategy: object) => ({ limits: { cleanupStrategy } });

describe('pruning', () => {
  const four = { a: ask(), b: ask(), c: ask(), d: ask(), last: ask({ priority: 'low' }) };

  it('by most_recent keeps the outputs that ended last: 20 if nothing is said', async () => {
    expect(inLastPrompt(await run(four, keeping({ type: 'most_recent', keepCount: 2 })))).toEqual(['d', 'c']);
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`t${index}`, ask()]));
    const limits = { maxContextTasks: 99 };
    const world = await run({ ...many, last: ask({ priority: 'low', limits }) });
    expect(inLastPrompt(world)).toEqual(Array.from({ length: 20 }, (_, index) => `t${24 - index}`));
    expect(pruned(world)[0]).toEqual({ by: 'limit', strategy: 'most_recent', pruned: ['t0'], left: 20 });
  });

  it('by lru keeps what was told or named last', async () => {
    const tasks = {
      a: ask(),
      b: ask({ injectContext: false }),
      c: ask({ injectContext: false }),
      use: { type: 'script', script: { content: 'u', stdin: '{{a}}' }, dependsOn: ['a', 'c'] },
      last: ask({ dependsOn: ['use'], context: { minRelevance: 0.1 } }),
    };
    expect(inLastPrompt(await run(tasks, keeping({ type: 'lru', keepCount: 2 })))).toEqual(['use', 'a']);
    expect(inLastPrompt(await run(tasks, keeping({ type: 'most_recent', keepCount: 2 })))).toEqual(['use', 'c']);
    const named = {
      ...four,
      d: ask({ context: { mode: 'manual', includeTasks: ['a'] } }),
    };
    expect(inLastPrompt(await run(named, keeping({ type: 'lru', keepCount: 2 })))).toEqual(['d', 'a']);
  });

  it('by lru counts what a fork names as later than all that it has from the earlier run', async () => {
    const tasks = {
      p: { type: 'pipeline', plan: { repeat: 60, step: 'go' }, injectContext: false },
      a: ask({ dependsOn: ['p'] }),
      b: ask({ dependsOn: ['a'], injectContext: false }),
      c: ask({ dependsOn: ['b'], injectContext: false }),
      use: { type: 'script', script: { content: 'u', stdin: '{{a}}' }, dependsOn: ['a', 'c'] },
      last: ask({ dependsOn: ['use'], context: { minRelevance: 0.1 } }),
    };
    const plan = planOf(tasks, { agents, maxConcurrency: 1, ...keeping({ type: 'lru', keepCount: 2 }) });
    const start = () => createWorld({ script: ({ content }) => ({ stdout: content }) });
    const [whole, fork] = [start(), start()];
    await whole.run(plan);
    const ended = whole.log.events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/c')?.seq ?? 0;
    const source = {
      executionId: 'earlier',
      find: (query: EventQuery) => whole.log.find('run1', query),
      blob: (ref: string) => whole.deps.blobs.get('run1', ref),
    };
    await fork.run(plan, await openForFork(source, ended));
    expect([whole, fork].map(inLastPrompt)).toEqual([
      ['use', 'a'],
      ['use', 'a'],
    ]);
  });

  it('by highest_relevance keeps what the tasks to come need most', async () => {
    const tasks = {
      same: ask({ injectContext: false }),
      far: script('far'),
      unrelated: script('unrelated'),
      near: script('near', { dependsOn: ['far', 'unrelated', 'same'] }),
      last: ask({ dependsOn: ['near'], context: { minRelevance: 0.1 } }),
    };
    const alone = { ...tasks, near: script('near', { dependsOn: ['far'] }) };
    const sentWith = async (flow: object, keepCount: number) =>
      inLastPrompt(await run(flow as typeof tasks, keeping({ type: 'highest_relevance', keepCount })));
    expect(await sentWith(alone, 4)).toEqual(['near', 'same', 'far', 'unrelated']);
    expect(await sentWith(alone, 3)).toEqual(['near', 'same', 'far']);
    expect(await sentWith(alone, 2)).toEqual(['near', 'same']);
    expect(await sentWith(alone, 0)).toEqual(['near']);
    // Of those that are needed as much, the newest.
    expect(inLastPrompt(await run(four, keeping({ type: 'highest_relevance', keepCount: 2 })))).toEqual(['d', 'c']);
  });

  it.each(['highest_relevance', 'lru', 'most_recent'])(
    'by %s judges what an earlier process left together, not as it comes back',
    async (type) => {
      const tasks = {
        far: script('far'),
        first: ask({ injectContext: false }),
        second: ask({ injectContext: false }),
        near: script('near', { dependsOn: ['far', 'second'] }),
        last: ask({ dependsOn: ['near'], context: { minRelevance: 0.1 } }),
      };
      const plan = planOf(tasks, { agents, maxConcurrency: 1, ...keeping({ type, keepCount: 2 }) });
      const world = (more: object = {}) => createWorld({ script: ({ content }) => ({ stdout: content }), ...more });
      const whole = world();
      await whole.run(plan);
      const replied = whole.log.events.findIndex(({ path }) => path === 'task/last/attempt/1/turn/1');
      for (let cut = 0; cut <= replied; cut++) {
        const again = world({ log: whole.log.events.slice(0, cut), blobs: whole.deps.blobs });
        await again.run(plan);
        expect(inLastPrompt(again), `cut after event ${cut}`).toEqual(inLastPrompt(whole));
      }
    },
  );

  it('by direct_dependencies keeps only what a task to come names', async () => {
    const tasks = {
      same: ask(),
      far: script('far'),
      near: script('near', { dependsOn: ['far'] }),
      listed: script('listed'),
      last: ask({ dependsOn: ['near'], context: { includeTasks: ['listed'] } }),
    };
    expect(inLastPrompt(await run(tasks, keeping({ type: 'direct_dependencies' })))).toEqual(['listed', 'near']);
  });

  it('by custom keeps what an expression over the record says, and what it cannot judge, with a warning', async () => {
    const answer = (request: never) => (promptOf(request).endsWith('Do b') ? 'drop' : 'stay');
    const custom = (keep: string) => run(four, keeping({ type: 'custom', keep }), { answer });
    expect(inLastPrompt(await custom('content != "drop" && status == "COMPLETE"'))).toEqual(['d', 'c', 'a']);
    const doubtful = await custom('notes.nowhere > 1');
    expect(inLastPrompt(doubtful)).toEqual(['d', 'c', 'b', 'a']);
    const warnedOf = (world: Awaited<ReturnType<typeof custom>>) => kinds(world.log.events, 'resource.warning');
    const message = expect.stringMatching(/kept as a candidate: .*nowhere/);
    expect(warnedOf(doubtful)).toContainEqual(expect.objectContaining({ path: 'task/a', data: { message } }));
    const undecided = expect.stringContaining('neither true nor false');
    expect(warnedOf(await custom('1'))[0]).toMatchObject({ data: { message: undecided } });
  });

  it('by custom knows how an output was captured and used', async () => {
    const answer = (request: never) => (promptOf(request).endsWith('Do b') ? 'x'.repeat(3000) : 'stay');
    const custom = (keep: string) => run(four, keeping({ type: 'custom', keep }), { answer });
    expect(inLastPrompt(await custom('original_size < 3000'))).toEqual(['d', 'c', 'a']);
    expect(inLastPrompt(await custom('!truncated && strategy == null && file_path == null'))).toEqual([
      'd',
      'c',
      'b',
      'a',
    ]);
    const cut = { ...four, b: ask({ limits: { maxStdoutBytes: 100, truncationStrategy: 'head' } }) };
    const shortened = keeping({ type: 'custom', keep: 'truncated && strategy == "head"' });
    expect(inLastPrompt(await run(cut, shortened, { answer }))).toEqual(['b']);
    expect(inLastPrompt(await custom('task_id in ["a", "d"] && output_type == "combined"'))).toEqual(['d', 'a']);
    expect(inLastPrompt(await custom('relevance_score >= 0.5'))).toEqual(['d', 'c', 'b', 'a']);
    expect(inLastPrompt(await custom('relevance_score > 0.5'))).toEqual([]);
    // What no task to come names or shares an agent with is as relevant as what is recent.
    const apart = { a: ask({ agent: 'y' }), last: ask({ priority: 'low', context: { minRelevance: 0.1 } }) };
    const recent = keeping({ type: 'custom', keep: 'relevance_score >= 0.3' });
    expect(inLastPrompt(await run(apart, recent))).toEqual(['a']);
    expect(inLastPrompt(await custom('timestamp(last_accessed) < timestamp("2000-01-01T00:00:00Z")'))).toEqual([]);
  });

  it('by custom knows which tasks depend on an output', async () => {
    const tasks = {
      far: script('far'),
      other: script('other'),
      near: script('near', { dependsOn: ['far', 'other'] }),
      last: ask({ dependsOn: ['near'], context: { minRelevance: 0.1 } }),
    };
    const keep = 'task_id == "far" && depended_by == ["near"]';
    expect(inLastPrompt(await run(tasks, keeping({ type: 'custom', keep })))).toEqual(['near', 'far']);
  });

  it('of a group goes by the limits of the group', async () => {
    const group = { type: 'group', subtasks: four, ...keeping({ type: 'most_recent', keepCount: 1 }) };
    const nested = Object.fromEntries(
      Object.entries(four).map(([id, task]) => [id, { type: 'atomic', description: `Do ${id}`, ...task }]),
    );
    const world = await run({ g: { ...group, subtasks: nested } });
    expect(inLastPrompt(world)).toEqual(['d']);
    expect(kinds(world.log.events, 'outputs.pruned')[0]?.path).toBe('task/g/attempt/1');
  });

  it('says what a task would have been told, had it not been pruned', async () => {
    const tasks = {
      far: script('far'),
      near: script('near', { dependsOn: ['far'] }),
      last: ask({ dependsOn: ['near'] }),
    };
    const world = await run(tasks, keeping({ type: 'most_recent', keepCount: 1 }));
    const plan = JSON.parse(kinds(world.log.events, 'context.planned').at(-1)?.result ?? '') as ContextPlan;
    expect(plan.choices.map(({ id, reason }) => [id, reason])).toEqual([
      ['near', 'relevant'],
      ['far', 'pruned'],
    ]);
  });

  it('by a hook happens after every so many tasks of the run, wherever they lie', async () => {
    const step = { type: 'atomic', description: 'Step', injectContext: false };
    const tasks = {
      a: ask(),
      b: ask(),
      s: { type: 'sequential', steps: [step, step], priority: 'low' },
      last: ask({ dependsOn: ['s'] }),
    };
    const hook = (every: number) => ({
      hooks: { postTask: [{ checkpointAndPrune: { every, strategy: 'most_recent', keepCount: 1 } }] },
    });
    const world = await run(tasks, hook(4));
    expect(inLastPrompt(world)).toEqual(['s', 'b']);
    expect(pruned(world)).toEqual([{ by: 'hook', strategy: 'most_recent', pruned: ['a'], left: 1 }]);
    expect(inLastPrompt(await run(tasks, hook(7)))).toEqual(['s', 'b', 'a']);
  });
});

const strategies = fc.constantFrom(
  { type: 'most_recent' as const, keepCount: 0 },
  { type: 'most_recent' as const, keepCount: 3 },
  { type: 'highest_relevance' as const, keepCount: 2 },
  { type: 'lru' as const, keepCount: 2 },
  { type: 'direct_dependencies' as const },
  { type: 'custom' as const, keep: 'false' },
);
const flows = fc.array(
  fc.record({
    needs: fc.array(fc.nat(9), { maxLength: 3 }),
    agent: fc.constantFrom('x', 'y', undefined),
    isScript: fc.boolean(),
    latencyMs: fc.integer({ min: 1, max: 50 }),
    minRelevance: fc.constantFrom(0, 0.2, 0.4, 0.5),
    maxTasks: fc.integer({ min: 0, max: 5 }),
  }),
  { minLength: 1, maxLength: 10 },
);

describe('any graph under any strategy', () => {
  it('tells what the page says of what is left, and never prunes what is still named; also where its log was cut', async () => {
    await fc.assert(
      fc.asyncProperty(flows, strategies, fc.double({ min: 0, max: 1, noNaN: true }), async (flow, cleanup, share) => {
        const needs = flow.map((each, index) => [...new Set(each.needs.filter((need) => need < index))]);
        const tasks = Object.fromEntries(
          flow.map(({ isScript, agent, minRelevance, maxTasks }, index) => {
            const dependsOn = needs[index]?.map((need) => `t${need}`) ?? [];
            const asked = { ...(agent === undefined ? {} : { agent }), context: { minRelevance, maxTasks } };
            return [`t${index}`, { dependsOn, ...(isScript ? script(`t${index}`) : asked) }];
          }),
        );
        const plan = planOf(tasks, { agents, ...keeping(cleanup) });
        const world = (more: object = {}) =>
          createWorld({
            script: ({ content }) => ({ stdout: content }),
            answer: ({ idempotencyKey }) => ({
              content: 'said',
              latencyMs: flow[Number(/task\/t(\d+)/.exec(idempotencyKey)?.[1])]?.latencyMs ?? 1,
            }),
            ...more,
          });
        const whole = world();
        await whole.run(plan);
        checkChoices(whole.log.events, flow, needs);

        const log = whole.log.events.slice(0, Math.floor(share * whole.log.events.length));
        const again = world({ log, blobs: whole.deps.blobs });
        await again.run(plan);
        checkChoices(again.log.events, flow, needs);
        const decided = new Set(kinds(log, 'context.planned').map(({ path }) => path.replace(/context\/1$/, '')));
        const sent = new Map(whole.models.requests.map((request) => [request.idempotencyKey, promptOf(request)]));
        for (const request of again.models.requests) {
          const attempt = request.idempotencyKey.replace(/^run1\/(.*)turn\/\d+$/, '$1');
          if (decided.has(attempt)) expect(promptOf(request)).toBe(sent.get(request.idempotencyKey));
        }
      }),
      { numRuns: 60 },
    );
  });
});

type Flow = Parameters<Parameters<(typeof flows)['map']>[0]>[0];

/** Checks every choice in a log against the rules of the page, applied one by one. */
function checkChoices(events: readonly RunEvent[], flow: Flow, needs: readonly (readonly number[])[]): void {
  const depth = (from: number, to: number): number => {
    for (let level = [from], far = 1; level.length > 0; far++) {
      level = level.flatMap((index) => needs[index] ?? []);
      if (level.includes(to)) return far;
    }
    return 0;
  };
  const agentOf = (index: number) => (flow[index]?.isScript ? undefined : flow[index]?.agent);
  const ended: string[] = [];
  const gone = new Set<string>();
  for (const event of events) {
    if (event.kind === 'task.completed') ended.push(event.path.slice('task/'.length));
    if (event.kind === 'outputs.pruned') {
      for (const id of event.data.pruned) {
        const named = needs.findIndex(
          (each, index) => each.includes(Number(id.slice(1))) && !ended.includes(`t${index}`),
        );
        expect(named, `${id} is still named`).toBe(-1);
        gone.add(id);
      }
    }
    if (event.kind !== 'context.planned') continue;
    const own = Number(/^task\/t(\d+)\//.exec(event.path)?.[1]);
    const { minRelevance = 0, maxTasks = 0 } = flow[own] ?? {};
    const expected = ended
      .filter((id) => !gone.has(id))
      .map((id, order) => {
        const index = Number(id.slice(1));
        const far = depth(own, index);
        const isSame = agentOf(own) !== undefined && agentOf(own) === agentOf(index);
        return { id, order, relevance: far === 1 ? 1 : far > 1 ? 0.8 / far : isSame ? 0.5 : 0.3 };
      })
      .filter(({ relevance }) => relevance >= minRelevance)
      .toSorted((a, b) => b.relevance - a.relevance || b.order - a.order)
      .slice(0, maxTasks);
    expect(event.data.told).toEqual(expected.map(({ id }) => id));
  }
}
