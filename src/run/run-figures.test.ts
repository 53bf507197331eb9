import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventDraft, RunEvent } from './events';
import { emptyRun, reduceRun } from './reduce-run';
import type { RunState } from './run-state';
import { buildShortId } from './short-id';

const usage = { inputTokens: 3, outputTokens: 2, cachedTokens: 0, costUsd: 0.5, estimated: false };

const logOf = (...drafts: readonly EventDraft[]): RunEvent[] =>
  drafts.map((draft, index) => {
    const t = new Date(Date.UTC(2026, 0, 1) + index).toISOString();
    return { v: 2, seq: index + 1, t, id: buildShortId(draft.path), ...draft } as RunEvent;
  });
const figuresOf = ({ totals, byModel, iterations, pipelines }: RunState) => ({
  totals,
  byModel,
  iterations,
  pipelines,
});
const foldOf = (...drafts: readonly EventDraft[]) => figuresOf(reduceRun(emptyRun, logOf(...drafts)));

const reply = (path: string, model: string, more: Record<string, unknown> = {}) =>
  ({
    kind: 'model.replied',
    path,
    model,
    data: { provider: 'p', finishReason: 'stop', usage, durationMs: 1, ...more },
  }) as EventDraft;
const vote = (step: number, votes: number[], flags = 0, more: Record<string, unknown> = {}) =>
  ({
    kind: 'vote.decided',
    path: `task/p/attempt/1/step/${step}`,
    model: 'p:big',
    data: { k: 2, votes, samples: votes.reduce((a, b) => a + b, flags), flags, usage, durationMs: 1, ...more },
  }) as EventDraft;
const iteration = (path: string, of: 'loop' | 'retry', exitCode: number, durationMs: number): EventDraft => ({
  kind: 'iteration.logged',
  path,
  data: { n: 1, of, exitCode, usage: null, durationMs },
});
const failure = { code: 'PROVIDER_ERROR', message: 'Busy.', retryable: true } as const;

describe('the figures of a run', () => {
  it('are summed by task, without what was taken over from an earlier run', () => {
    const own = reply('task/a/attempt/1/turn/1', 'p:small');
    const taken = { ...reply('task/b/attempt/1/turn/1', 'p:small'), taken: { run: 'earlier', seq: 4 } } as EventDraft;
    const inner = reply('task/m/attempt/1/item/3/task/inner_task/attempt/1/turn/1', 'p:small');
    const { byTask, totals, takenOver } = reduceRun(emptyRun, logOf(own, taken, inner));
    expect([...byTask].map(([path, { calls }]) => [path, calls])).toEqual([
      ['a', 1],
      ['m/inner_task', 1],
    ]);
    expect([totals.calls, takenOver.calls]).toEqual([2, 1]);
  });

  it('are summed by model too, votes of pipelines with all their samples', () => {
    const { totals, byModel } = foldOf(
      reply('task/a/attempt/1/turn/1', 'p:small'),
      reply('task/a/attempt/1/turn/2', 'p:small', { usage: { ...usage, costUsd: null } }),
      vote(0, [2]),
      // The samples of any other vote have reply events of their own.
      { ...vote(0, [2]), path: 'task/v/attempt/1' },
    );
    expect(byModel.get('p:small')).toEqual({
      calls: 2,
      inputTokens: 6,
      outputTokens: 4,
      costUsd: 0.5,
      unpricedCalls: 1,
    });
    expect(byModel.get('p:big')).toMatchObject({ calls: 2, inputTokens: 3 });
    expect(totals).toEqual({ calls: 4, inputTokens: 9, outputTokens: 6, costUsd: 1, unpricedCalls: 1 });
  });

  it('count what was thought apart, only where something was', () => {
    const thought = { usage: { ...usage, reasoningTokens: 1 } };
    const { totals, byModel } = foldOf(
      reply('task/a/attempt/1/turn/1', 'p:small'),
      reply('task/a/attempt/1/turn/2', 'p:big', thought),
      vote(0, [2], 0, thought),
    );
    expect(totals).toMatchObject({ outputTokens: 6, reasoningTokens: 2 });
    expect(byModel.get('p:big')?.reasoningTokens).toBe(2);
    expect(byModel.get('p:small')).not.toHaveProperty('reasoningTokens');
  });

  it('count iterations, and those that did not end well; what is part of a round took no time of its own', () => {
    const { iterations } = foldOf(
      iteration('task/a/iter/1/attempt/1', 'retry', -1, 40),
      iteration('task/a/iter/1', 'loop', 0, 100),
      iteration('task/b/attempt/1', 'retry', 2, 7),
    );
    expect(iterations).toEqual({ count: 3, failed: 2, durationMs: 107 });
  });

  it('tell of a pipeline how its steps went, and which are worth a look', () => {
    const failures = { count: 2, last: failure, usage: null };
    const run = foldOf(
      reply('task/q/attempt/1/step/0/turn/1', 'p:small', { failures }),
      reply('task/q/attempt/1/turn/1', 'p:small'),
      vote(0, [3]),
      vote(1, [4, 2]),
      vote(2, [3], 1),
      vote(3, [5, 2, 1], 2, { failures }),
    );
    expect(run.pipelines.get('q')).toMatchObject({
      steps: 1,
      samples: 1,
      failures: 0,
      disputed: 0,
      margins: new Map(),
    });
    expect(run.pipelines.get('q')?.noted).toMatchObject([{ step: 0, failures: 2, lastFailure: failure }]);
    const figures = run.pipelines.get('p');
    expect(figures).toMatchObject({ steps: 4, samples: 23, flags: 3, disputed: 2, failures: 0 });
    expect([...(figures?.margins ?? [])]).toEqual([
      [3, 3],
      [2, 1],
    ]);
    expect(figures?.noted.map(({ step, margin, flags }) => [step, margin, flags])).toEqual([
      [1, 2, 0],
      [2, 3, 1],
      [3, 3, 2],
    ]);
  });

  it('keep the newest fifty of these steps', () => {
    const run = foldOf(...Array.from({ length: 230 }, (_, step) => vote(step, [3, 1])));
    const noted = run.pipelines.get('p')?.noted ?? [];
    expect([noted.length, noted[0]?.step, noted.at(-1)?.step]).toEqual([50, 180, 229]);
  });

  const anyEvent = fc.oneof(
    fc
      .record({
        step: fc.nat(300),
        votes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
        flags: fc.nat(2),
      })
      .map(({ step, votes, flags }) =>
        vote(
          step,
          votes.sort((a, b) => b - a),
          flags,
        ),
      ),
    fc.constantFrom('p:small', 'p:big').map((model) => reply('task/q/attempt/1/step/1/turn/1', model)),
    fc.integer({ min: -1, max: 1 }).map((code) => iteration('task/a/iter/1', 'loop', code, 5)),
  );

  it('are the same however the log was cut into batches, and never changed in place', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 150 }), fc.array(fc.nat(150), { maxLength: 6 }), (drafts, cuts) => {
        const log = logOf(...drafts);
        const bounds = [0, ...cuts.sort((a, b) => a - b), log.length];
        let state = emptyRun;
        for (const [index, to] of bounds.entries()) {
          const kept = structuredClone(figuresOf(state));
          const next = reduceRun(state, log.slice(Math.max(0, (bounds[index - 1] ?? 0) - 2), to));
          expect(figuresOf(state)).toEqual(kept);
          state = next;
        }
        expect(figuresOf(state)).toEqual(figuresOf(reduceRun(emptyRun, log)));
      }),
    );
  });
});
