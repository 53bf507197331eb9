import { describe, expect, it } from 'vitest';
import type { EventDraft } from '@/run/events';
import { runOf, started } from '@/run/run-of.testing';
import { chooseLook, listLooks } from './output-looks';

const round = (path: string): EventDraft => ({
  kind: 'iteration.logged',
  path,
  data: { n: 1, ordinal: 1, of: 'loop', exitCode: 0, usage: null, durationMs: 1 },
});
const progress = (path: string): EventDraft => ({
  kind: 'pipeline.progress',
  path,
  data: { done: 1, total: 2, leftMs: null },
});

describe('what there is to see of a task', () => {
  const run = runOf(
    started('task/group'),
    started('task/group/attempt/1/task/loop'),
    round('task/group/attempt/1/task/loop/iter/1'),
    started('task/plain'),
    started('task/steps', 'pipeline'),
    progress('task/steps/attempt/1'),
  );
  const looks = (taskPath: string, whole = false) => listLooks(run, taskPath, whole).map(({ value }) => value);

  it('is its result, its rounds if it is a loop, and its iterations where it or one in it has some', () => {
    expect(looks('plain')).toEqual(['result']);
    expect(looks('group/loop')).toEqual(['result', 'rounds', 'iterations']);
    expect(looks('group')).toEqual(['result', 'iterations']);
  });

  it('is of a pipeline also its steps, which are shown while it goes on', () => {
    expect(looks('steps')).toEqual(['result', 'steps']);
    const offered = listLooks(run, 'steps', false);
    expect(chooseLook(offered, undefined, 'running')).toBe('steps');
    expect(chooseLook(offered, undefined, 'ok')).toBe('result');
    expect(chooseLook(offered, 'steps', 'ok')).toBe('steps');
    expect(chooseLook(offered, 'iterations', 'running')).toBe('steps');
    expect(chooseLook(listLooks(run, 'plain', false), 'steps', 'running')).toBe('result');
  });

  it('is of no task alone the iterations of the whole run', () => {
    expect(looks('plain', true)).toEqual(['result', 'iterations']);
  });
});
