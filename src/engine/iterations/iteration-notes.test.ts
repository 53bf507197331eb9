import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/base/json';
import type { EventDraft, RunEvent } from '@/run/events';
import { buildShortId } from '@/run/short-id';
import { busyPlan, busyWorld } from './busy-run.testing';
import { IterationNotes } from './iteration-notes';

const foldOf = (events: readonly RunEvent[], notes = new IterationNotes()) => {
  for (const event of events) notes.apply(event);
  return notes;
};
const again = (notes: IterationNotes) => IterationNotes.of(JSON.parse(JSON.stringify(notes.toJson())) as Json);
const logOf = (...drafts: readonly EventDraft[]) =>
  drafts.map((draft, index) => {
    const t = new Date(Date.UTC(2026, 0, 1) + index).toISOString();
    return { v: 2, seq: index + 1, t, id: buildShortId(draft.path), ...draft } as RunEvent;
  });
const toolCall = (path: string, filesChanged?: string[]): EventDraft => ({
  kind: 'tool.called',
  path,
  result: 'ok',
  data: {
    tool: 'w',
    arguments: { text: '{}', length: 2 },
    isError: false,
    durationMs: 0,
    ...(filesChanged && { filesChanged }),
  },
});

describe('what is noted of iterations under way', () => {
  it('is the same where it was written down and read again, anywhere on the way', async () => {
    const world = busyWorld();
    await world.run(busyPlan);
    const { events } = world.log;
    fc.assert(
      fc.property(fc.array(fc.nat(events.length), { maxLength: 4 }), (cuts) => {
        const bounds = [...cuts, events.length].sort((a, b) => a - b);
        let notes = new IterationNotes();
        for (const [index, to] of bounds.entries())
          notes = again(foldOf(events.slice(bounds[index - 1] ?? 0, to), notes));
        const half = events.slice(0, bounds[0]);
        expect(JSON.stringify(again(foldOf(half)).toJson())).toBe(JSON.stringify(foldOf(half).toJson()));
        expect(notes.toJson()).toEqual({ count: 15, open: [] });
      }),
      { numRuns: 30 },
    );
  });

  it('is that of all around what happens: the attempt, the round, and what they lie in', () => {
    const inner = 'task/g/attempt/1/task/a/iter/2/attempt/1';
    const notes = foldOf(logOf(toolCall(`${inner}/turn/1/tool/1`)));
    const counts = (paths: readonly string[]) => paths.map((path) => notes.noteOf(path).toolCalls.length);
    expect(counts(['task/g/attempt/1', 'task/g/attempt/1/task/a/iter/2', inner])).toEqual([1, 1, 1]);
    expect(counts(['task/g/attempt/2', 'task/g/attempt/1/task/a/iter/1', 'task/g'])).toEqual([0, 0, 0]);
  });

  it('is let go of once the iteration is logged, or the task has ended that it lies in', () => {
    const call = toolCall('task/g/attempt/1/task/a/iter/1/attempt/1/turn/1/tool/1');
    const iteration = { n: 1, of: 'loop', exitCode: 0, usage: null, durationMs: 0 } as const;
    const path = 'task/g/attempt/1/task/a/iter/1';
    const logged = foldOf(logOf(call, { kind: 'iteration.logged', path, data: iteration }));
    expect(logged.toJson()).toMatchObject({ count: 1, open: [['task/g/attempt/1', {}]] });
    const ended = foldOf(logOf(call, { kind: 'task.skipped', path: 'task/g', data: { reason: 'on_error' } }));
    expect(ended.toJson()).toEqual({ count: 0, open: [] });
  });

  it('is bounded, and says how much more there was', () => {
    const calls = Array.from({ length: 1100 }, (_, n) =>
      toolCall(`task/a/attempt/1/turn/1/tool/${n}`, [`/${n}`, '/same']),
    );
    const { toolCalls, files, leftOut } = foldOf(logOf(...calls)).noteOf('task/a/attempt/1');
    expect([toolCalls.length, files.length, leftOut]).toEqual([200, 1000, { toolCalls: 900, files: 101, parts: 0 }]);
  });

  it('has the tasks that ended in it, of very many the newest and those that failed', () => {
    const error = { code: 'TASK_FAILURE', message: 'Red.', retryable: true } as const;
    const ended = (n: number): EventDraft => {
      const path = `task/g/attempt/1/task/t${n}`;
      const data = { attempts: 1, usage: null, durationMs: 0 };
      if (n === 2) return { kind: 'task.failed', path, error, data };
      return { kind: 'task.completed', path, data: { ...data, status: 'COMPLETE' } };
    };
    const notes = foldOf(logOf(...Array.from({ length: 20 }, (_, n) => ended(n + 1))));
    const { parts, leftOut } = again(notes).noteOf('task/g/attempt/1');
    const names = parts.map(({ path }) => path.split('/').at(-1));
    expect(names).toEqual(['t2', ...Array.from({ length: 11 }, (_, n) => `t${n + 10}`)]);
    expect([parts[0]?.exitCode, leftOut.parts]).toEqual([1, 8]);
  });

  it('counts nothing that was done to a copy of the files', () => {
    const path = 'task/a/attempt/1/try/2';
    const within = `${path}/task/b/iter/1`;
    const notes = foldOf(
      logOf(toolCall(`${path}/turn/1/tool/1`, ['/a']), toolCall(`${within}/attempt/1/turn/1/tool/1`, ['/b'])),
    );
    expect(notes.noteOf('task/a/attempt/1').files).toEqual([]);
    expect(notes.noteOf(within).files).toEqual(['/b']);
  });

  it('is not read from something else', () => {
    expect(() => IterationNotes.of({ count: 1, open: [['task/a', { note: {} }]] })).toThrow();
  });
});
