import { describe, expect, it } from 'vitest';
import type { EventOf } from '@/run/events';
import { Meter } from '../effects/meter';
import { Standings } from './context-standings';
import { DueRanges } from './due-ranges';
import type { TaskRange } from './task-range';

/** What a task left, of so many characters. */
const range = (name: string): TaskRange => ({ path: `task/${name}`, name }) as TaskRange;

/** What is due after each of some tasks, whose names say how long what they left is. */
async function dueAfter(rules: object, ...lengths: readonly (number | 'clear')[]) {
  const due = new DueRanges({ threshold: 100, batchSize: 2, ...rules } as never, async ({ name }) => Number(name));
  const found: (readonly string[])[] = [];
  for (const length of lengths) {
    if (length === 'clear') due.clear();
    else found.push((await due.after(range(`${length}`))).map(({ name }) => name));
  }
  return found;
}

describe('what tasks left is due', () => {
  it('at once, never, or once so many wait, and then begins anew', async () => {
    expect(await dueAfter({ trigger: 'on_complete' }, 1, 2)).toEqual([['1'], ['2']]);
    expect(await dueAfter({ trigger: 'manual' }, 1, 2, 3)).toEqual([[], [], []]);
    expect(await dueAfter({ trigger: 'batch' }, 1, 2, 3, 4, 5)).toEqual([[], ['1', '2'], [], ['3', '4'], []]);
    expect(await dueAfter({ trigger: 'batch' }, 1, 'clear', 2, 3)).toEqual([[], [], ['2', '3']]);
  });

  it('once it is longer than the threshold, all that waits together', async () => {
    const rules = { trigger: 'on_threshold' };
    expect(await dueAfter(rules, 60, 40, 1, 100, 1)).toEqual([[], [], ['60', '40', '1'], [], ['100', '1']]);
    expect(await dueAfter(rules, 101)).toEqual([['101']]);
    expect(await dueAfter(rules, 60, 'clear', 60, 41)).toEqual([[], [], ['60', '41']]);
  });
});

describe('what a log says of compactions', () => {
  const usage = { inputTokens: 7, outputTokens: 1, cachedTokens: 0, costUsd: null, estimated: false };
  const done = (seq: number, trigger: string, more: object = {}) =>
    ({
      ...{ seq, kind: 'compaction.done', path: `compact/${seq}`, result: `short ${seq}` },
      data: { of: 'history', by: 'template', trigger, tasks: ['task/a'], ...more },
    }) as unknown as EventOf<'compaction.done'>;
  const restored = (seq: number) =>
    ({ seq, kind: 'compaction.restored', path: '', data: { tasks: ['task/a'] } }) as EventOf<'compaction.restored'>;
  const open = (...events: readonly (EventOf<'compaction.done'> | EventOf<'compaction.restored'>)[]) => {
    const meter = new Meter('', undefined);
    const steps = new Map(events.flatMap((event) => (event.kind === 'compaction.done' ? [[event.path, event]] : [])));
    const put = events.filter((event) => event.kind === 'compaction.restored');
    const standings = new Standings({ steps, restored: put } as never, meter);
    const { work: _work, short, ...standing } = standings.of('task/a');
    return { ...standing, short: short?.text, usage: meter.usage, standings };
  };

  it('stands for what it replaced, for all later calls or for one', () => {
    expect(open()).toMatchObject({ count: 0, isCompacted: false, isByHand: false, isRestored: false, usage: null });
    for (const trigger of ['on_complete', 'on_threshold', 'batch', 'manual']) {
      expect(open(done(1, trigger))).toMatchObject({
        ...{ count: 1, isCompacted: true, isByHand: trigger === 'manual', short: 'short 1', by: { by: 'template' } },
      });
    }
    for (const trigger of ['window', 'transfer']) {
      expect(open(done(1, trigger))).toMatchObject({ count: 1, isCompacted: false, short: 'short 1' });
    }
    expect(open(done(1, 'window', { of: 'conversation' }))).toMatchObject({ count: 0 });
  });

  it('goes in its order: what a person put back stays so until it is compacted again', () => {
    const two = open(done(1, 'on_complete'), done(3, 'window', { by: 'agent', why: 'so', usage }), restored(2));
    expect(two).toMatchObject({ count: 2, isCompacted: false, isRestored: true, short: 'short 3', usage });
    expect(two.by).toEqual({ by: 'agent', why: 'so' });
    expect(open(done(1, 'on_complete'), restored(2), done(3, 'manual'))).toMatchObject({
      ...{ count: 2, isCompacted: true, isByHand: true, isRestored: false },
    });
    two.standings.putBack('task/new');
    expect(two.standings.of('task/new')).toMatchObject({ isRestored: true, isCompacted: false });
    expect(two.standings.of('task/b')).toBe(two.standings.of('task/b'));
  });
});
