import { describe, expect, it } from 'vitest';
import type { EventDraft, RunEvent } from '../events';
import { formatInstance } from '../instance-label';
import { emptyRun, reduceRun } from '../reduce-run';
import { buildShortId } from '../short-id';
import { findInstanceAt } from './instance-at';
import { indexInRuns } from './number-in-runs';
import { listRunsAt } from './runs-at';

const started = (path: string): EventDraft => ({ kind: 'task.started', path, data: { type: 'atomic' } });
const round = (path: string, n: number): EventDraft => ({
  kind: 'iteration.logged',
  path: `${path}/iter/${n}`,
  result: `result ${n}`,
  data: { n, of: 'loop', exitCode: 0, usage: null, durationMs: 5 },
});
const runOf = (...drafts: EventDraft[]) =>
  reduceRun(
    emptyRun,
    drafts.map(
      (draft, index) =>
        ({ v: 1, seq: index + 1, t: '2026-01-01T00:00:01.000Z', id: buildShortId(draft.path), ...draft }) as RunEvent,
    ),
  );

describe('the runs of a task that can be looked through', () => {
  it('are the rounds of its loop; the one under way comes after them', () => {
    const run = runOf(started('task/a'), round('task/a', 1), round('task/a', 2));
    const runs = listRunsAt(run, 'a');
    expect(runs.map(({ path }) => formatInstance(path))).toEqual(['round 1', 'round 2']);
    expect(listRunsAt(run, 'a')).toBe(runs);
    const shown = findInstanceAt(run, 'a', undefined);
    expect(shown && indexInRuns(runs, shown)).toBe(2);
    const first = findInstanceAt(run, 'a', 'task/a/iter/1');
    expect(first).toMatchObject({ status: 'ok', result: { text: 'result 1' }, startedAt: '2026-01-01T00:00:00.995Z' });
    expect(first && indexInRuns(runs, first)).toBe(0);
  });

  it('are its instances without a loop', () => {
    const paths = ['task/m', 'task/m/attempt/1/item/0/task/inner_task', 'task/m/attempt/1/item/1/task/inner_task'];
    const run = runOf(...paths.map(started));
    expect(listRunsAt(run, 'm/inner_task').map(({ path }) => path)).toEqual(paths.slice(1));
    expect(listRunsAt(run, 'nowhere')).toEqual([]);
  });
});
