import { beforeEach, describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '@/engine/ports/model-client';
import { createWorld } from '@/engine/testing/world.testing';
import { buildPartialPlan } from '@/plan/partial/partial-plan';
import type { Plan, PlannedReuse } from '@/plan/plan';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { Stores } from '@/storage/stores';
import type { RunHostOptions } from './host-options';
import { createRunHost } from './run-host';

const model = { defaultModel: 'openai:gpt-6-luna' };
const promptOf = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';

describe('The answers of all runs', () => {
  let stores: Stores;
  let asked: string[];
  let now: number;
  let runs = 0;

  beforeEach(() => {
    stores = createMemoryStores({ now: () => 0 });
    asked = [];
    now = Date.parse('2026-11-01T10:00:00.000Z');
  });

  /** A host over the same stores, as a process has one, whose model counts what it is asked. */
  function openHost(
    options: Partial<RunHostOptions> = {},
    reply: (request: ModelRequest, nth: number) => Partial<ModelReply> = () => ({}),
  ) {
    const { scripts, tools, files, secretOf, catalogue, tokens, random, clock } = createWorld().deps;
    return createRunHost({
      ...{ stores, locks: createMemoryRunLocks(), catalogue, tokens, random },
      clock: { ...clock, now: () => now },
      models: {
        generate: async (request) => {
          asked.push(promptOf(request));
          const content = `${promptOf(request)}! ${asked.length}`;
          const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0 };
          return { content, finishReason: 'stop', ...usage, ...reply(request, asked.length) };
        },
        keyState: () => 'ready',
        whenReady: async () => {},
      },
      listener: {
        events: () => {},
        delta: () => {},
        waits: () => {},
        hindered: () => {},
        gaveUp: () => {},
        annotated: () => {},
        gone: () => {},
      },
      openRunSecrets: () => secretOf,
      tools: () => tools,
      scripts: () => scripts,
      files: () => files,
      newId: () => {
        runs += 1;
        return `run-${runs}`;
      },
      reuse: 'all',
      ...options,
    });
  }

  /** Runs a plan to its end; gives the run, its events, and what it asked. */
  async function run(host: ReturnType<typeof openHost>, plan: Plan, workflowId = 'w1') {
    const before = asked.length;
    const id = await host.start({ workflowId, plan });
    await expect.poll(() => host.owner(id), { interval: 1 }).toBe('nobody');
    const events = await host.readEvents(id);
    return { id, events, asked: asked.slice(before), ...replies(events) };
  }

  const replies = (events: readonly RunEvent[]) => {
    const found = events.filter(({ kind }) => kind === 'model.replied');
    return { texts: found.map(({ result }) => result), from: found.map(({ taken }) => taken?.run) };
  };
  const plan = (description: string, reuse?: PlannedReuse): Plan => ({
    ...planOf({ a: { description } }, model),
    ...(reuse && { reuse }),
  });

  it('are taken where a workflow is as it was before: A, B, A asks nothing', async () => {
    const host = openHost();
    const first = await run(host, plan('A'));
    await run(host, plan('B'));
    const third = await run(host, plan('A'));
    expect(asked).toEqual(['A', 'B']);
    expect(third.texts).toEqual(first.texts);
    const seq = first.events.find(({ kind }) => kind === 'model.replied')?.seq;
    const { taken } = third.events.find(({ kind }) => kind === 'model.replied') ?? {};
    expect(taken).toMatchObject({ run: first.id, seq });
    const head = await stores.executions.get(third.id);
    expect([head?.totals.calls, head?.takenOver?.calls]).toEqual([0, 1]);
  });

  it('serve every workflow and every process, whatever its tasks are called', async () => {
    await run(openHost(), plan('A'));
    const other = planOf({ another_name: { description: 'A', priority: 'high', limits: { timeoutMs: 1000 } } }, model);
    expect((await run(openHost(), other, 'w2')).asked).toEqual([]);
  });

  it.each([
    ['the model', planOf({ a: { description: 'A' } }, { defaultModel: 'openai:gpt-6-terra' })],
    ['an option', planOf({ a: { description: 'A', options: { temperature: 0 } } }, model)],
    ['the system prompt', planOf({ a: { description: 'A', system: 'Be kind.' } }, model)],
    ['the schema', planOf({ a: { description: 'A', outputSchema: { type: 'string' } } }, model)],
    [
      'a tool',
      planOf(
        { a: { description: 'A', tools: ['t'] } },
        { ...model, tools: { t: { description: 'T', http: { url: 'https://example.org' } } } },
      ),
    ],
  ])('are not taken where %s is another', async (_what, changed) => {
    const host = openHost();
    await run(host, plan('A'));
    expect((await run(host, changed)).asked.length).toBeGreaterThan(0);
  });

  it('are not taken from another address of the provider', async () => {
    await run(openHost(), plan('A'));
    const there = openHost({ addressOf: () => 'http://localhost:8080/v1' });
    expect((await run(there, plan('A'))).asked).toEqual(['A']);
    expect((await run(there, plan('A'))).asked).toEqual([]);
    expect(JSON.stringify(await there.readEvents(`run-${runs}`))).not.toContain('localhost');
  });

  it('differ for calls of one run that are equal: the second gets the second answer', async () => {
    const host = openHost();
    const twice = planOf({ a: { description: 'A' }, b: { description: 'A' } }, { ...model, maxConcurrency: 1 });
    const first = await run(host, twice);
    expect(first.asked).toEqual(['A', 'A']);
    const again = await run(host, twice);
    expect([again.asked, again.texts]).toEqual([[], first.texts]);
    const more = planOf(
      { a: { description: 'A' }, b: { description: 'A' }, c: { description: 'A' } },
      { ...model, maxConcurrency: 1 },
    );
    expect((await run(host, more)).asked).toEqual(['A']);
  });

  it('are only those of the run that is continued, or none, where a task, a workflow or a person says so', async () => {
    const host = openHost();
    await run(host, plan('A'));
    const saying = (reuse: string) => planOf({ a: { description: 'A', reuse } }, model);
    expect((await run(host, saying('continued'))).asked).toEqual(['A']);
    expect((await run(host, saying('never'))).asked).toEqual(['A']);
    expect((await run(host, planOf({ a: { description: 'A' } }, { ...model, reuse: 'never' }))).asked).toEqual(['A']);
    expect((await run(host, plan('A', { mode: 'never' }))).asked).toEqual(['A']);
    expect((await run(host, plan('A', { anew: ['a'] }))).asked).toEqual(['A']);
    expect((await run(host, plan('A', { anew: ['b'] }))).asked).toEqual([]);
    const careful = openHost({ reuse: 'continued' });
    expect((await run(careful, plan('A'))).asked).toEqual(['A']);
    expect((await run(careful, saying('all'))).asked).toEqual([]);
    expect((await run(careful, plan('A', { mode: 'all' }))).asked).toEqual([]);
  });

  it('are asked anew in a fork too where that is said, and not elsewhere', async () => {
    const host = openHost();
    const both = (more: object = {}, reuse?: PlannedReuse) => ({
      ...planOf({ a: { description: 'A', ...more }, b: { description: 'B' } }, model),
      ...(reuse && { reuse }),
    });
    const first = await run(host, both());
    const fork = async (changed: Plan) => {
      const before = asked.length;
      const id = await host.fork({ executionId: first.id, plan: changed });
      await expect.poll(() => host.owner(id), { interval: 1 }).toBe('nobody');
      return asked.slice(before);
    };
    expect(await fork(both())).toEqual([]);
    expect(await fork(both({}, { anew: ['a'] }))).toEqual(['A']);
    expect(await fork(both({ reuse: 'never' }))).toEqual(['A']);
  });

  it('are not taken for a task that alone is to run', async () => {
    const host = openHost();
    await run(host, plan('A'));
    const alone = buildPartialPlan(plan('A'), { kind: 'only', tasks: [{ task: 'a' }] }, []);
    expect((await run(host, alone)).asked).toEqual(['A']);
  });

  it('may be no older than a person wishes', async () => {
    const host = openHost();
    await run(host, plan('A'));
    now += 86_400_000;
    expect((await run(host, plan('A', { maxAgeMs: 90_000_000 }))).asked).toEqual([]);
    expect((await run(host, plan('A', { maxAgeMs: 80_000_000 }))).asked).toEqual(['A']);
  });

  it('are all that there is offline: what has none is not asked, and is told', async () => {
    const host = openHost();
    await run(host, plan('A'));
    expect((await run(host, plan('A', { isOffline: true }))).texts).toEqual(['A! 1']);
    const { asked: none, events } = await run(host, plan('B', { isOffline: true }));
    expect(none).toEqual([]);
    const { error } = events.find(({ kind }) => kind === 'task.failed') ?? {};
    expect(error?.message).toContain('No run has the answer to a call of a');
  });

  it.each<[string, (request: ModelRequest, nth: number) => Partial<ModelReply>]>([
    ['cut off', () => ({ finishReason: 'length' })],
    ['refused', () => ({ finishReason: 'content_filter' })],
    ['of a task that failed', () => ({ content: '' })],
  ])('are none that were %s', async (_what, reply) => {
    const failing = planOf({ a: { description: 'A', errorHandling: { onError: 'fail' } } }, model);
    await run(openHost({}, reply), failing);
    const before = asked.length;
    expect(before).toBeGreaterThan(0);
    expect((await run(openHost(), failing)).asked).toEqual(['A']);
    expect((await run(openHost(), failing)).asked).toEqual([]);
  });

  it('are none of a sample with a red flag', async () => {
    const vote = planOf({ a: { description: 'A', voting: { k: 1, redFlags: { maxTokens: 20 } } } }, model);
    const flagFirst = (_request: ModelRequest, nth: number) => (nth === 1 ? { outputTokens: 500 } : { content: 'yes' });
    const first = await run(openHost({}, flagFirst), vote);
    expect(first.asked.length).toBeGreaterThan(1);
    const kept = await stores.calls.size();
    expect(kept.calls).toBe(first.asked.length - 1);
  });

  it('go with their run', async () => {
    const host = openHost();
    const { id } = await run(host, plan('A'));
    await host.remove([id]);
    expect((await run(host, plan('A'))).asked).toEqual(['A']);
  });

  it('are read from the log, whatever the index says', async () => {
    const host = openHost();
    const [a, b] = [await run(host, plan('A')), await run(host, plan('B'))];
    const put = stores.calls.put;
    const entries: Parameters<typeof put>[0][number][] = [];
    stores.calls.put = async (calls) => void entries.push(...calls);
    await stores.calls.empty();
    expect((await run(host, plan('A', { mode: 'never' }))).asked).toEqual(['A']);
    stores.calls.put = put;
    const [entry] = entries;
    const seqOf = (events: readonly RunEvent[]) => events.find(({ kind }) => kind === 'model.replied')?.seq ?? 0;
    if (entry === undefined) throw new Error('Nothing was put into the index.');
    for (const wrong of [
      { ...entry, run: b.id, seq: seqOf(b.events) },
      { ...entry, run: a.id, seq: 1 },
      { ...entry, run: 'gone' },
    ]) {
      await stores.calls.put([{ ...wrong, t: now }]);
      const { texts, asked: anew } = await run(host, plan('A'));
      expect([anew, texts[0]?.startsWith('A!')]).toEqual([['A'], true]);
      await stores.calls.empty();
    }
  });

  it('are found in logs that were written before, once, and go on after a stop', async () => {
    const { calls } = stores;
    const blind = createMemoryStores({ now: () => 0 }).calls;
    stores = { ...stores, calls: blind };
    const ended = await run(openHost(), plan('A'));
    const host = openHost({}, () => ({ content: '' }));
    await run(host, planOf({ a: { description: 'F', errorHandling: { onError: 'fail' } } }, model));
    stores = { ...stores, calls };
    const later = openHost();
    const stopped = new AbortController();
    stopped.abort();
    await later.indexCalls(stopped.signal);
    expect(await calls.size()).toMatchObject({ calls: 0 });
    await later.indexCalls();
    expect(await calls.size()).toMatchObject({ calls: 1 });
    expect((await run(later, plan('A'))).from).toEqual([ended.id]);
    const read: string[] = [];
    const { find } = stores.events;
    stores.events.find = (id, query) => {
      read.push(id);
      return find(id, query);
    };
    await later.indexCalls();
    expect(read).toEqual([]);
  });

  it('are none of a dry run, a simulated model, or an imported run', async () => {
    const host = openHost();
    await run(host, { ...plan('A'), isDry: true });
    await run(host, planOf({ a: { description: 'A' } }, { defaultModel: 'sim:echo' }));
    expect(await stores.calls.size()).toMatchObject({ calls: 0 });
    const { id } = await run(host, plan('A'));
    const execution = await stores.executions.get(id);
    const events = await stores.events.read(id);
    await host.remove([id]);
    if (execution === undefined) throw new Error('The run was not stored.');
    await stores.executions.create({ ...execution, status: 'running', lastSeq: 0, imported: true });
    await stores.events.append(id, [...events], 'strict');
    await host.indexCalls();
    expect(await stores.calls.size()).toMatchObject({ calls: 0 });
    // It still serves its own forks, from which others take nothing either.
    const before = asked.length;
    const fork = await host.fork({ executionId: id });
    await expect.poll(() => host.owner(fork), { interval: 1 }).toBe('nobody');
    expect(asked.length).toBe(before);
    expect((await run(host, plan('A'))).asked).toEqual(['A']);
  });

  it('count what a run asked before it was resumed', async () => {
    const two = planOf({ a: { description: 'A' }, b: { description: 'A' } }, { ...model, maxConcurrency: 1 });
    const first = await run(openHost(), two);
    expect(first.asked).toHaveLength(2);
    const half = first.events.findIndex(({ kind, path }) => kind === 'task.completed' && path === 'task/a') + 1;
    const execution = await stores.executions.get(first.id);
    if (execution === undefined) throw new Error('The run was not stored.');
    await stores.executions.create({ ...execution, id: 'resumed', status: 'running', lastSeq: 0 });
    await stores.events.append('resumed', first.events.slice(0, half), 'strict');
    const host = openHost();
    expect(await host.resumeUnfinished()).toEqual(['resumed']);
    await expect.poll(() => host.owner('resumed'), { interval: 1 }).toBe('nobody');
    expect(replies(await host.readEvents('resumed')).texts).toEqual(first.texts);
    expect(asked).toHaveLength(2);
  });
});
