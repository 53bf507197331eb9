import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { readRecording } from '../log/recording';
import { kinds, promptOf, say } from '../testing/nested.testing';
import { createWorld, type World } from '../testing/world.testing';

const agents = { x: { model: 'sim:echo' }, y: { model: 'sim:echo' } };
const script = (content: string, more: object = {}) => ({ type: 'script', script: { content }, ...more });
/** A world in which scripts print their content, and models repeat the last message. */
const echoing = (more: Parameters<typeof createWorld>[0] = {}) =>
  createWorld({
    script: ({ content }) => ({ stdout: content }),
    answer: (request) => promptOf(request).split('\n').at(-1) ?? '',
    ...more,
  });

/** The tasks whose outputs the model was sent with this question, in order. */
function contextIn({ models }: World, prompt: string): readonly string[] {
  const sent = models.requests.map(promptOf).find((text) => text.endsWith(prompt)) ?? '';
  return [...sent.matchAll(/^Task: (\S+) \(relevance: ([\d.]+)\)$/gm)].map(([, id, relevance]) => `${id} ${relevance}`);
}

async function sentOutputs(tasks: Readonly<Record<string, object>>, prompt: string, settings: object = {}) {
  const world = echoing();
  expect(await world.run(planOf(tasks, { agents, maxConcurrency: 1, ...settings }))).toBe('completed');
  return contextIn(world, prompt);
}

describe('what a model is sent of earlier outputs', () => {
  const tasks = {
    far: script('far'),
    mid: script('mid', { dependsOn: ['far'] }),
    near: script('near', { dependsOn: ['mid'] }),
    same: { agent: 'x', description: 'Same', priority: 'critical' },
    other: { agent: 'y', description: 'Other', priority: 'critical' },
    last: { agent: 'x', description: 'Last', dependsOn: ['near'] },
  };
  const lastWith = (context: object) => ({ ...tasks, last: { ...tasks.last, context } });

  it('is what it depends on, also at second hand, and what its agent gave', async () => {
    expect(await sentOutputs(tasks, 'Last')).toEqual(['near 1.00', 'same 0.50', 'mid 0.40']);
  });

  it('is what is recent too, where min_relevance lets it in', async () => {
    const context = { minRelevance: 0.25 };
    expect(await sentOutputs(tasks, 'Last', { context })).toEqual([
      'near 1.00',
      'same 0.50',
      'mid 0.40',
      'other 0.30',
      'far 0.27',
    ]);
  });

  it('is what include_tasks lists alone in manual, nothing under none, and never what is excluded', async () => {
    expect(await sentOutputs(lastWith({ mode: 'manual', includeTasks: ['far'] }), 'Last')).toEqual(['far 0.27']);
    expect(await sentOutputs(lastWith({ mode: 'none' }), 'Last')).toEqual([]);
    expect(await sentOutputs(lastWith({ excludeTasks: ['near', 'same'] }), 'Last')).toEqual(['mid 0.40']);
    expect(await sentOutputs({ ...tasks, last: { ...tasks.last, injectContext: false } }, 'Last')).toEqual([]);
  });

  it('keeps to the caps of the task and of the workflow', async () => {
    expect(await sentOutputs(lastWith({ maxTasks: 2 }), 'Last')).toEqual(['near 1.00', 'same 0.50']);
    expect(await sentOutputs(tasks, 'Last', { limits: { maxContextTasks: 1 } })).toEqual(['near 1.00']);
    expect(await sentOutputs(lastWith({ maxBytes: 7 }), 'Last')).toEqual(['near 1.00']);
  });

  it('is no older than the time window', async () => {
    const late = { ...lastWith({ timeWindowSecs: 5 }), near: { description: 'Near', dependsOn: ['mid'] } };
    const world = echoing({
      answer: (request) => ({ content: '-', latencyMs: promptOf(request).endsWith('Near') ? 6000 : 10 }),
    });
    await world.run(planOf(late, { agents }));
    expect(contextIn(world, 'Last')).toEqual(['near 1.00']);
  });

  it('says where it is the view of a longer output', async () => {
    const world = echoing({ script: () => ({ stdout: 'z'.repeat(500) }) });
    const limits = { maxStdoutBytes: 100, truncationStrategy: 'head' };
    await world.run(planOf({ a: script('a', { limits }), b: { description: 'B', dependsOn: ['a'] } }));
    const [request] = world.models.requests;
    expect(request && promptOf(request)).toMatch(
      /Task: a \(relevance: 1\.00\)\n\[Output was truncated\]\n--- Output \(showing first 100 bytes of 500\) ---\nz{100}\n/,
    );
  });

  it('is chosen once for all samples of a vote, and again in each round of a loop', async () => {
    const world = echoing();
    const voted = { description: 'Vote', dependsOn: ['a'], voting: { k: 2 } };
    const looped = { description: 'Loop', dependsOn: ['a'], loop: { type: 'repeat', count: 2 } };
    await world.run(planOf({ a: script('a'), voted, looped }));
    const paths = kinds(world.log.events, 'context.planned').map(({ path }) => path);
    expect(paths.toSorted()).toEqual([
      'task/looped/iter/1/attempt/1/context/1',
      'task/looped/iter/2/attempt/1/context/1',
      'task/voted/attempt/1/context/1',
    ]);
    expect(world.models.requests.every((request) => promptOf(request).includes('Task: a (relevance: 1.00)'))).toBe(
      true,
    );
  });

  it('costs no event where the rules can give nothing, or nobody asks', async () => {
    const world = echoing();
    await world.run(planOf({ a: {}, b: {}, c: script('c', { dependsOn: ['a'] }) }));
    expect(kinds(world.log.events, 'context.planned')).toEqual([]);
    const ruled = echoing();
    const rules = {
      ...{ a: script('a', { priority: 'critical' }), b: { agent: 'x', description: 'B', priority: 'high' } },
      listing: say('1', { dependsOn: ['a'], context: { mode: 'manual' } }),
      ...{ alone: say('2', { agent: 'y' }), strict: say('3', { agent: 'x', context: { minRelevance: 0.6 } }) },
      ...{
        same: say('4', { agent: 'x', context: { minRelevance: 0.5 } }),
        recent: say('5', { context: { minRelevance: 0.3 } }),
      },
    };
    await ruled.run(planOf(rules, { agents, maxConcurrency: 1 }));
    const planned = kinds(ruled.log.events, 'context.planned').map(({ path }) => path.split('/')[1]);
    expect(planned).toEqual(['b', 'same', 'recent']);
  });

  it('is that of its own scope in a group, and may list what lies further out', async () => {
    const subtasks = {
      in1: script('in1'),
      in2: { ...say('In2'), dependsOn: ['in1'], context: { includeTasks: ['out'] } },
    };
    const group = { type: 'group', subtasks, dependsOn: ['out'] };
    expect(await sentOutputs({ out: script('out'), group }, 'In2')).toEqual(['out 0.00', 'in1 1.00']);
  });

  it('is recorded with each choice and its reason', async () => {
    const world = echoing();
    await world.run(planOf(tasks, { agents, maxConcurrency: 1 }));
    const choice = kinds(world.log.events, 'context.planned').at(-1);
    expect(choice).toMatchObject({
      path: 'task/last/attempt/1/context/1',
      data: { tasks: 3, bytes: 11, candidates: 5, told: ['near', 'same', 'mid'], relevance: expect.closeTo(1.9 / 3) },
    });
    expect(JSON.parse(choice?.result ?? '')).toMatchObject({
      choices: [
        { id: 'near', relevance: 1, rule: 'direct', verdict: 'whole', reason: 'relevant', bytes: 4, shown: 4 },
        { id: 'same' },
        { id: 'mid' },
        { id: 'other', rule: 'recent', verdict: 'out', reason: 'below_min', shown: 0 },
        { id: 'far', rule: 'transitive', verdict: 'out', reason: 'below_min' },
      ],
      unlisted: 0,
      tasks: 3,
      bytes: 11,
      maxTasks: 10,
      maxBytes: 102_400,
      minRelevance: 0.4,
    });
  });
});

describe('what is told, after a reload and in a run after a recording', () => {
  /** Both tasks ask at once. `slow` ends after `quick`, and gets its output only in its second round. */
  const tasks = {
    quick: { agent: 'x', description: 'Quick' },
    slow: { agent: 'x', description: 'Slow', loop: { type: 'repeat', count: 2 } },
    last: { agent: 'x', description: 'Last', dependsOn: ['slow'] },
  };
  const answer: NonNullable<Parameters<typeof createWorld>[0]>['answer'] = (request) => ({
    content: promptOf(request).split('\n').at(-1) ?? '',
    latencyMs: promptOf(request).endsWith('Quick') ? 10 : 50,
  });

  it('is the same wherever the log ends', async () => {
    const plan = planOf(tasks, { agents });
    const whole = echoing({ answer });
    await whole.run(plan);
    expect(whole.models.requests.map((request) => promptOf(request).match(/Task: \w+/g) ?? [])).toEqual([
      [],
      [],
      ['Task: quick'],
      ['Task: slow', 'Task: quick'],
    ]);
    const sent = new Map(whole.models.requests.map((request) => [request.idempotencyKey, promptOf(request)]));
    for (let cut = 0; cut < whole.log.events.length; cut++) {
      const log = whole.log.events.slice(0, cut);
      const again = echoing({ answer, log, blobs: whole.deps.blobs });
      await again.run(plan);
      for (const request of again.models.requests) {
        expect(promptOf(request), `cut after event ${cut}`).toBe(sent.get(request.idempotencyKey));
      }
    }
  });

  it('is the same although everything is faster', async () => {
    const plan = planOf(tasks, { agents });
    const first = echoing({ answer });
    await first.run(plan);
    const recording = await readRecording(first.log.events, (ref) => first.deps.blobs.get('run1', ref));
    const replay = echoing();
    expect(await replay.run(plan, recording)).toBe('completed');
    expect(replay.models.requests).toEqual([]);
    const choices = (world: World) => kinds(world.log.events, 'context.planned').map(({ path, data }) => [path, data]);
    expect(choices(replay)).toEqual(choices(first));
  });

  it('is kept though tasks were added on which it does not depend, and chosen anew if what it depends on is other', async () => {
    const b = { b: { description: 'B', dependsOn: ['a'] } };
    const first = echoing();
    await first.run(planOf({ a: script('a'), ...b }));
    const recording = () => readRecording(first.log.events, (ref) => first.deps.blobs.get('run1', ref));
    const isTaken = async (tasks: Readonly<Record<string, object>>) => {
      const next = echoing();
      await next.run(planOf(tasks), await recording());
      return kinds(next.log.events, 'context.planned').map(({ taken }) => taken !== undefined);
    };
    expect(await isTaken({ z: script('z'), a: script('a'), ...b })).toEqual([true]);
    expect(await isTaken({ z: script('z'), a: script('a', { dependsOn: ['z'] }), ...b })).toEqual([false]);

    const recent = { b: { description: 'B', context: { minRelevance: 0.3 } } };
    const alone = echoing();
    await alone.run(planOf(recent));
    const told = async (tasks: Readonly<Record<string, object>>) => {
      const next = echoing();
      const before = await readRecording(alone.log.events, async () => undefined);
      await next.run(planOf(tasks, { maxConcurrency: 1 }), before);
      return next.models.requests.length;
    };
    const a = { a: script('a', { priority: 'critical' }) };
    expect(await told({ ...a, ...recent })).toBe(0);
    expect(await told({ ...a, b: { ...recent.b, dependsOn: ['a'] } })).toBe(1);

    // It was told of a task that is gone: nothing waits for that.
    const both = echoing();
    await both.run(planOf({ ...a, ...recent }, { maxConcurrency: 1 }));
    expect(contextIn(both, 'B')).toEqual(['a 0.30']);
    const without = echoing();
    expect(await without.run(planOf(recent), await readRecording(both.log.events, async () => undefined))).toBe(
      'completed',
    );
    expect(contextIn(without, 'B')).toEqual([]);
    expect(without.models.requests).toHaveLength(1);
  });

  it('is chosen anew where a later version of the workflow gives another output', async () => {
    const flow = (words: string) => planOf({ a: script(words), b: { description: 'B', dependsOn: ['a'] } });
    const first = echoing();
    await first.run(flow('short'));
    const recording = await readRecording(first.log.events, (ref) => first.deps.blobs.get('run1', ref));
    const next = echoing();
    await next.run(flow('much longer'), recording);
    expect(promptOf(next.models.requests[0] as never)).toContain('Task: a (relevance: 1.00)\nmuch longer\n');
  });
});
