import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { EventOf, RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { readRunState } from '@/run/state-json';
import type { RunSnapshot } from '../ports/run-snapshot-store';
import { runPlan } from '../run-plan';
import { createMemoryCheckpoints } from '../testing/memory-stores.testing';
import { createWorld, type World } from '../testing/world.testing';
import { openHistory } from './open-history';

const savedIn = ({ log }: Pick<World, 'log'>) =>
  log.events.filter((event): event is EventOf<'checkpoint.saved'> => event.kind === 'checkpoint.saved');
const whyIn = (world: World) => savedIn(world).map(({ data }) => data.why);
const steps = (count: number, more: object = {}) => ({
  type: 'pipeline',
  plan: { repeat: count, step: 'go' },
  state: 0,
  ...more,
});
const interval = (saveInterval: unknown) => ({ checkpoint: { saveInterval } });
const two = { a: {}, b: { dependsOn: ['a'] } };

/** A checkpoint store over the clock of a world. Each save takes `ms`. It returns the peak number of parallel saves. */
function slowStore(ms: number) {
  const store = createMemoryCheckpoints();
  const all: RunSnapshot[] = [];
  let world: World | undefined;
  let now = 0;
  let most = 0;
  return {
    store: {
      ...store,
      async save(id: string, checkpoint: RunSnapshot) {
        most = Math.max(most, ++now);
        all.push(checkpoint);
        await world?.clock.sleep(ms, new AbortController().signal);
        now -= 1;
        return store.save(id, checkpoint);
      },
    },
    all,
    most: () => most,
    over: (its: World) => {
      world = its;
      return its;
    },
  };
}

/** A world whose models answer at once, and whose time passes only as the test requests it. */
function quickWorld(): World {
  const world = createWorld();
  let now = world.clock.now();
  const reply = { content: 'x', finishReason: 'stop', inputTokens: 1, outputTokens: 1, cachedTokens: 0 } as const;
  Object.assign(world.clock, {
    now: () => {
      now += 0.1;
      return now;
    },
  });
  Object.assign(world.models, { generate: async () => reply });
  return world;
}

describe('snapshots of a run', () => {
  it('are none of a short run that asks for none, nor where they are switched off', async () => {
    for (const settings of [{}, { checkpoint: { enabled: false } }]) {
      const world = createWorld();
      await world.run(planOf(two, settings));
      expect(savedIn(world)).toEqual([]);
    }
    const off = quickWorld();
    const hooks = { postTask: [{ checkpointAndPrune: { every: 1 } }] };
    await off.run(planOf({ p: steps(1100) }, { hooks, checkpoint: { enabled: false } }));
    expect(off.checkpoints.saved).toEqual([]);
  });

  it('are taken after each task that completes, but for those that want none', async () => {
    const world = createWorld();
    await world.run(planOf({ ...two, c: { dependsOn: ['b'], checkpoint: false } }, interval('on_task_complete')));
    const { events } = world.log;
    expect(savedIn(world)).toMatchObject([
      { path: '', data: { why: 'interval' } },
      { path: '', data: { why: 'interval' } },
    ]);
    expect(savedIn(world).map(({ data }) => events[data.upTo - 1])).toMatchObject([
      { kind: 'task.completed', path: 'task/a' },
      { kind: 'task.completed', path: 'task/b' },
    ]);
  });

  it('hold the state of the run as of the event that they name', async () => {
    const world = createWorld();
    await world.run(planOf(two, interval('on_task_complete')));
    expect(world.checkpoints.saved.length).toBe(2);
    for (const { seq, view } of world.checkpoints.saved) {
      expect(readRunState(view)).toEqual(reduceRun(emptyRun, world.log.events.slice(0, seq)));
    }
  });

  it('are taken after each step of a pipeline, after so many seconds, and after a hook', async () => {
    const stepwise = createWorld();
    await stepwise.run(planOf({ p: steps(4) }, interval('on_step')));
    expect(whyIn(stepwise)).toEqual(['interval', 'interval', 'interval', 'interval']);
    // A step takes 10 ms.
    const timed = createWorld();
    await timed.run(planOf({ p: steps(100) }, interval(0.3)));
    expect(whyIn(timed)).toHaveLength(3);
    const hooked = createWorld();
    await hooked.run(planOf(two, { hooks: { postTask: [{ checkpointAndPrune: { every: 2 } }] } }));
    expect(whyIn(hooked)).toEqual(['hook']);
  });

  it('take no more than a twentieth of the time, one after the other', async () => {
    const slow = slowStore(100);
    const world = slow.over(createWorld({ checkpoints: slow.store as never }));
    await world.run(planOf({ p: steps(1000) }, interval('on_step')));
    // The run takes ten seconds; the first is taken at once.
    expect(savedIn(world).length).toBeGreaterThan(3);
    expect(savedIn(world).length).toBeLessThanOrEqual(6);
    expect(slow.most()).toBe(1);
  });

  it('are taken of a long run by itself, and when it ends or rests, so that little is read to take it up, and held', async () => {
    const plan = planOf({ p: steps(10_000), q: steps(1100, { dependsOn: ['p'] }) });
    const world = quickWorld();
    await world.run(plan);
    const { events } = world.log;
    expect(whyIn(world)).toEqual(['length', 'rest']);
    expect(events.at(-1)?.kind).toBe('run.completed');
    const saved = [...world.checkpoints.saved];
    expect(saved.map(({ seq }) => seq)).toEqual(
      savedIn(world)
        .map(({ data }) => data.upTo)
        .reverse(),
    );

    const [second, first] = saved.map(({ seq }) => seq) as [number, number];
    const checkpoints = createMemoryCheckpoints();
    checkpoints.saved.push(...saved.slice(1));
    const crashed = createWorld({ log: events.slice(0, second), checkpoints });
    const { read } = crashed.log;
    let asked = 0;
    Object.assign(crashed.log, {
      read: async (...args: Parameters<typeof read>) => {
        const page = await read(...args);
        asked += page.length;
        return page;
      },
    });
    const { fold, savedSeq } = await openHistory('run1', plan, crashed.deps);
    expect({ savedSeq, lastSeq: fold.lastSeq, asked }).toEqual({
      savedSeq: first,
      lastSeq: second,
      asked: second - first,
    });
    expect(asked).toBeLessThan(12_000);
    expect(fold.size).toBeLessThan(10);
    expect(Math.max(...saved.map(({ history }) => history.length))).toBeLessThan(5000);
  });

  it('go on when the clock is set back', async () => {
    const world = createWorld();
    const { now } = world.clock;
    const begun = now();
    Object.assign(world.clock, { now: () => (now() > begun + 5000 ? now() - 3_600_000 : now()) });
    await world.run(planOf({ p: steps(1000) }, interval(2)));
    expect(whyIn(world)).toEqual(['interval', 'interval', 'interval', 'interval']);
  });

  it('cost nothing where there is no room for them: they are tried later, and the run goes on', async () => {
    const store = createMemoryCheckpoints();
    let refusals = 3;
    const save: typeof store.save = async (id, checkpoint) => {
      if (refusals-- > 0) throw new AppError('STORAGE_FULL', 'There is no room left.');
      return store.save(id, checkpoint);
    };
    const world = createWorld({ checkpoints: { ...store, save } });
    expect(await world.run(planOf({ p: steps(3500) }, interval(5)))).toBe('completed');
    expect(refusals).toBeLessThan(0);
    expect(savedIn(world).length).toBeGreaterThan(0);
    expect(world.log.events.filter(({ kind }) => kind === 'resource.warning' || kind === 'run.paused')).toEqual([]);
  });

  it('that failed hold nothing: the last one counts from the one before', async () => {
    const store = createMemoryCheckpoints();
    let refusals = 1;
    const save: typeof store.save = async (id, checkpoint) => {
      if (refusals-- > 0) throw new AppError('STORAGE_FULL', 'There is no room left.');
      return store.save(id, checkpoint);
    };
    const world = createWorld({ checkpoints: { ...store, save } });
    const tasks = { p: steps(600), a: { dependsOn: ['p'] }, q: steps(600, { dependsOn: ['a'] }) };
    await world.run(planOf(tasks, { hooks: { postTask: [{ checkpointAndPrune: { every: 2 } }] } }));
    expect(refusals).toBeLessThan(1);
    expect(whyIn(world)).toEqual(['rest']);
  });

  it('that fail for good are told of once', async () => {
    let tries = 0;
    const save = () => {
      tries += 1;
      return Promise.reject(new AppError('STORAGE_FAILED', 'The disk is gone.'));
    };
    const world = createWorld({ checkpoints: { ...createMemoryCheckpoints(), save } });
    expect(await world.run(planOf({ p: steps(1200) }, interval('on_step')))).toBe('completed');
    const warnings = world.log.events.filter(
      (event): event is EventOf<'resource.warning'> => event.kind === 'resource.warning',
    );
    expect(warnings.map(({ data }) => data.message)).toEqual([expect.stringContaining('The disk is gone.')]);
    // Twelve seconds of steps; each try counts as half a second.
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThan(5);
  });

  it('are waited for by a run that is left, so that another process finds the last one whole', async () => {
    const leave = new AbortController();
    const store = createMemoryCheckpoints();
    const world = createWorld();
    const save: typeof store.save = async (id, checkpoint) => {
      leave.abort();
      await world.clock.sleep(1000, new AbortController().signal);
      return store.save(id, checkpoint);
    };
    const left = runPlan({
      ...{ executionId: 'run1', workflowId: 'flow1', plan: planOf({ p: steps(10) }, interval('on_step')) },
      deps: { ...world.deps, checkpoints: { ...store, save } },
      signal: world.stop.signal,
      leave: leave.signal,
      onEvents: () => {},
      onDelta: () => {},
    });
    expect(await world.clock.runUntil(left)).toBe('running');
    expect(store.saved).toHaveLength(1);
  });

  it('are none of a run whose earlier state cannot be read, which is told once', async () => {
    const plan = planOf({ p: steps(200) }, interval('on_step'));
    const first = createWorld();
    await first.run(plan);
    const world = createWorld({ log: first.log.events.slice(0, 100) });
    const { read } = world.log;
    let isOpened = false;
    Object.assign(world.log, {
      read: (...asked: Parameters<typeof read>) => {
        // What a run goes on from is read first, and then what its snapshots are made of.
        const isOfView = isOpened && asked[1] === 1;
        isOpened ||= asked[1] === 1;
        return isOfView ? Promise.reject(new AppError('DAMAGED_RECORD', 'It is damaged.')) : read(...asked);
      },
    });
    expect(await world.run(plan)).toBe('completed');
    const warnings = world.log.events.filter(
      (event): event is EventOf<'resource.warning'> => event.kind === 'resource.warning',
    );
    expect(warnings.map(({ data }) => data.message)).toEqual([expect.stringContaining('It is damaged.')]);
    expect(world.checkpoints.saved).toEqual([]);
  });

  it('go on where an earlier process left the state of the run', async () => {
    const plan = planOf({ p: steps(2000) }, interval(2));
    const first = createWorld();
    await first.run(plan);
    const cut = 1234;
    for (const checkpoints of [createMemoryCheckpoints(), first.checkpoints]) {
      checkpoints.saved.splice(0, checkpoints.saved.length, ...checkpoints.saved.filter(({ seq }) => seq <= cut));
      const again = createWorld({ log: first.log.events.slice(0, cut), checkpoints });
      await again.run(plan);
      const [newest] = again.checkpoints.saved;
      const before: readonly RunEvent[] = again.log.events.slice(0, newest?.seq);
      expect(newest?.seq).toBeGreaterThan(cut);
      expect(readRunState(newest?.view ?? '')).toMatchObject({
        seq: newest?.seq,
        totals: reduceRun(emptyRun, before).totals,
      });
    }
  });
});
