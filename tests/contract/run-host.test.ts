import { beforeEach, expect, it } from 'vitest';
import { AppError, type Failure } from '@/base/errors';
import { createWorld } from '@/engine/testing/world.testing';
import type { RunHostOptions, RunListener } from '@/host/host-options';
import { createRunRecord } from '@/host/new-run';
import { createRunHost } from '@/host/run-host';
import { planOf } from '@/plan/plan.testing';
import { builtInProviders } from '@/providers/built-in-providers';
import { createModelClient } from '@/providers/create-model-client';
import type { RunEvent } from '@/run/events';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import type { RunLocks } from '@/storage/run-locks';
import type { RunStores, Stores } from '@/storage/stores';
import { systemClock } from '@/worker/system-clock';
import { describeEachLock } from './each-lock';

const quick = planOf({ a: {}, b: { dependsOn: ['a'] } }, { defaultModel: 'sim:fast' });
/** A call that is not answered before its run stops. */
const endless = planOf({ a: { model: 'sim:slow', options: { latency_ms: 3_600_000 } } });
const asking = planOf({
  a: {
    model: 'sim:fast',
    interactive: true,
    options: { tool_calls: [{ name: 'ask_user', arguments: { question: 'Which?' } }] },
  },
});

/** Records what it receives. `until` resolves once that satisfies the test. */
function createEars() {
  const heard: (readonly [id: string, event: RunEvent])[] = [];
  const failures: Failure[] = [];
  const gone: string[] = [];
  const annotated: string[] = [];
  let check = () => {};
  const listener: RunListener = {
    events: ({ executionId }, events) => {
      heard.push(...events.map((event) => [executionId, event] as const));
      check();
    },
    delta: () => {},
    waits: () => {},
    hindered: () => {},
    gaveUp: (_run, failure) => failures.push(failure),
    annotated: ({ executionId }) => annotated.push(executionId),
    gone: ({ executionId }) => gone.push(executionId),
  };
  const eventsOf = (id: string) => heard.flatMap(([of, event]) => (of === id ? [event] : []));
  const kindsOf = (id: string) => eventsOf(id).map(({ kind }) => kind);
  const until = (id: string, kind: RunEvent['kind']) =>
    new Promise<void>((resolve) => {
      const before = check;
      check = () => {
        before();
        if (kindsOf(id).includes(kind)) resolve();
      };
      check();
    });
  return { listener, failures, gone, annotated, eventsOf, kindsOf, until };
}

describeEachLock('A host of runs', (openLocks, canSteal) => {
  let stores: Stores;
  let locks: RunLocks;
  let ids: readonly string[] = [];

  beforeEach(async () => {
    stores = createMemoryStores({ now: () => 0 });
    locks = await openLocks();
  });

  /** A host on the shared stores and locks, as another process has one. */
  function open(options: Partial<RunHostOptions> = {}) {
    const ears = createEars();
    const { scripts, tools, files, secretOf, catalogue, tokens, random } = createWorld().deps;
    const models = createModelClient({
      providers: () => builtInProviders,
      keyOf: () => undefined,
      onKeyChange: () => () => {},
      catalogue: async () => ({ ...(await catalogue()), learn: async () => {} }),
    });
    const host = createRunHost({
      ...{ stores, locks, models, catalogue, tokens, random, clock: systemClock, listener: ears.listener },
      openRunSecrets: () => secretOf,
      tools: () => tools,
      scripts: () => scripts,
      files: () => files,
      newId: () => {
        ids = [...ids, `20260101-000000-${String(ids.length).padStart(8, '0')}`];
        return ids.at(-1) ?? '';
      },
      patienceMs: 20,
      ...options,
    });
    return { host, ...ears };
  }

  const statusOf = async (id: string) => (await stores.executions.get(id))?.status;

  it('runs a plan to its end, tells its listener in order, and lets go of it', async () => {
    const { host, eventsOf, until } = open();
    const id = await host.start({ workflowId: 'w1', plan: quick });
    await until(id, 'run.completed');
    await expect.poll(() => host.owner(id)).toBe('nobody');
    expect(await statusOf(id)).toBe('completed');
    expect(await host.readEvents(id)).toEqual(eventsOf(id));
    expect(eventsOf(id).map(({ seq }) => seq)).toEqual(eventsOf(id).map((_, index) => index + 1));
    await host.cancel(id);
    await host.resume(id);
    expect(await statusOf(id)).toBe('completed');
  });

  it('has many runs at once, each stopped, answered and followed by itself', async () => {
    const { host, kindsOf, until } = open();
    const start = (plan = asking) => host.start({ workflowId: 'w1', plan });
    const [first, second] = [await start(), await start()];
    const [paused, cancelled] = [await start(endless), await start(endless)];
    for (const id of [first, second]) await until(id, 'input.requested');
    await host.pause(paused);
    await host.cancel(cancelled);
    const [asked] = (await host.readEvents(second)).filter(({ kind }) => kind === 'input.requested');
    await host.provideInput(second, asked?.path ?? '', 'The second.');
    await until(second, 'run.completed');
    expect(kindsOf(first)).not.toContain('tool.called');
    expect([await host.owner(first), await statusOf(paused)]).toEqual(['here', 'waiting']);
    expect(await statusOf(cancelled)).toBe('cancelled');
    await host.cancel(first);
    await expect(host.provideInput(first, asked?.path ?? '', 'Late.')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  it('asks the person that it is given, in place of waiting for an answer', async () => {
    const { host, until, eventsOf } = open({ person: { ask: async (_id, { text }) => `You asked: ${text}` } });
    const id = await host.start({ workflowId: 'w1', plan: asking });
    await until(id, 'run.completed');
    expect(eventsOf(id).find(({ kind }) => kind === 'tool.called')?.result).toBe('You asked: Which?');
  });

  it('leaves alone what another runs, until that one lets go of it', async () => {
    const one = open();
    const id = await one.host.start({ workflowId: 'w1', plan: endless });
    const { host } = open({ askToLeave: (run) => one.host.leave(run) });
    expect([await host.owner(id), await host.resumeUnfinished()]).toEqual(['elsewhere', []]);
    const holder = await locks.holder(id);
    const refused = {
      code: 'VALIDATION_ERROR',
      message: `This run is running in ${holder?.name}.`,
      advice: holder?.advice,
    };
    await expect(host.resume(id)).rejects.toMatchObject(refused);
    await expect(host.cancel(id)).rejects.toMatchObject(refused);
    await host.takeOver(id);
    expect([await one.host.owner(id), await host.owner(id)]).toEqual(['elsewhere', 'here']);
    expect(one.kindsOf(id)).not.toContain('run.paused');
    expect(one.failures).toEqual([]);
    await host.cancel(id);
  });

  it('takes a run from one that does not answer, where that can be told, and else says who has it', async () => {
    const one = open();
    const id = await one.host.start({ workflowId: 'w1', plan: endless });
    const { host, gone } = open();
    if (canSteal) {
      await host.takeOver(id);
      await expect.poll(() => one.host.isHere(id)).toBe(false);
      expect(await host.owner(id)).toBe('here');
      await host.cancel(id);
      return;
    }
    const refused = { code: 'VALIDATION_ERROR', message: expect.stringMatching(/is running in process \d+ on/) };
    await expect(host.takeOver(id)).rejects.toMatchObject(refused);
    await expect(host.remove([id])).rejects.toMatchObject(refused);
    expect([one.host.isHere(id), gone]).toEqual([true, []]);
    await one.host.cancel(id);
  });

  it('takes up what nobody runs, but not what a person paused', async () => {
    const one = open();
    const left = await one.host.start({ workflowId: 'w1', plan: endless });
    const paused = await one.host.start({ workflowId: 'w1', plan: endless });
    await one.host.pause(paused);
    one.host.leave(left);
    const { host, until } = open();
    await expect.poll(() => host.owner(left)).toBe('nobody');
    expect(await host.resumeUnfinished()).toEqual([left]);
    await until(left, 'run.resumed');
    expect(await host.takeUp(paused)).toBe('nobody');
    await host.resume(paused);
    expect(await host.owner(paused)).toBe('here');
    await host.remove([left, paused]);
    expect(await stores.executions.unfinished()).toEqual([]);
  });

  it('forks a run up to an event of it, and no further than it has come', async () => {
    const { host, until, kindsOf } = open();
    const id = await host.start({ workflowId: 'w1', plan: quick });
    await until(id, 'run.completed');
    const { lastSeq = 0 } = (await stores.executions.get(id)) ?? {};
    const fork = await host.fork({ executionId: id, seq: 9999 });
    await until(fork, 'run.completed');
    expect((await stores.executions.get(fork))?.forkedFrom).toEqual({ executionId: id, seq: lastSeq });
    expect(kindsOf(id)).toContain('model.requested');
    expect(kindsOf(fork)).not.toContain('model.requested');
    await expect(host.fork({ executionId: 'none' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('keeps nothing of a run that is refused, or whose first event cannot be stored', async () => {
    const refused = open({ refusal: () => new AppError('VALIDATION_ERROR', 'Not here.') });
    await expect(refused.host.start({ workflowId: 'w1', plan: quick })).rejects.toMatchObject({ message: 'Not here.' });
    const append: RunStores['events']['append'] = () => Promise.reject(new AppError('STORAGE_FAILED', 'Broken.'));
    const { host, failures } = open({ stores: { ...stores, events: { ...stores.events, append } } });
    await expect(host.start({ workflowId: 'w1', plan: quick })).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(failures).toMatchObject([{ code: 'STORAGE_FAILED' }]);
    expect(await stores.executions.list('w1')).toEqual([]);
    expect(await locks.holder(ids.at(-1) ?? '')).toBeUndefined();
  });

  it('keeps a run for who took it until that one lets go of it, also after its end', async () => {
    let closes = 0;
    const { tools } = createWorld().deps;
    const close = async () => {
      // Later than everything that waits only for promises.
      await new Promise((resolve) => setImmediate(resolve));
      closes += 1;
    };
    const one = open({ tools: () => ({ ...tools, close }) });
    const execution = createRunRecord({ id: '20260101-000000-cccccccc', workflowId: 'w1', plan: quick, now: 0 });
    const taken = await one.host.create(execution);
    const { host } = open();
    expect((await host.take(execution.id)).ok).toBe(false);
    const run = one.host.go(taken);
    await run.closed();
    expect([await run.over, closes, await statusOf(execution.id)]).toEqual([undefined, 1, 'completed']);
    expect((await host.take(execution.id)).ok).toBe(false);
    taken.hold.release();
    await expect.poll(() => locks.holder(execution.id)).toBeUndefined();
    const again = await host.take(execution.id);
    expect(again).toMatchObject({ ok: true, value: { execution: { status: 'completed' } } });
    if (again.ok) again.value?.hold.release();
    expect(await host.take('none')).toEqual({ ok: true, value: undefined });
    await expect.poll(() => locks.holder('none')).toBeUndefined();
  });

  it('tells who took a run why it was given up, and leaves it to be resumed', async () => {
    let appends = 0;
    const append: RunStores['events']['append'] = async (...batch) => {
      appends += 1;
      if (appends > 1) throw new AppError('STORAGE_FAILED', 'Broken.');
      await stores.events.append(...batch);
    };
    const one = open({ stores: { ...stores, events: { ...stores.events, append } } });
    const taken = await one.host.create(createRunRecord({ id: 'e1', workflowId: 'w1', plan: quick, now: 0 }));
    expect(await one.host.go(taken).over).toMatchObject({ code: 'STORAGE_FAILED' });
    taken.hold.release();
    const { host, until } = open();
    await expect.poll(() => host.resumeUnfinished()).toEqual(['e1']);
    await until('e1', 'run.completed');
  });
});
