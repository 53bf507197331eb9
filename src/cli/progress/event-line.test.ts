import { expect, it } from 'vitest';
import { type EventOf, eventVersion, type RunEvent } from '@/run/events';
import { buildEventLine } from './event-line';

type Told = RunEvent extends infer E ? (E extends RunEvent ? Pick<E, 'kind' | 'data'> : never) : never;

const line = (told: Told, path = 'task/report') =>
  buildEventLine({ v: eventVersion, seq: 1, t: '2026-11-01T10:00:00.000Z', path, id: 'x', ...told } as RunEvent);

const megabytes = { stream: 'stdout', bytes: 10 * 2 ** 20, shown: 2 ** 20 } as const;

it('tells what is shown of a long output, and where it is whole', () => {
  expect(line({ kind: 'output.truncated', data: { ...megabytes, strategy: 'both' } })).toEqual({
    text: 'report shows its head and tail of stdout: 1.0 MB of 10 MB',
    tone: 'plain',
  });
  expect(line({ kind: 'output.truncated', data: { ...megabytes, shown: 0, strategy: 'summary' } })?.text).toBe(
    'report shows a summary of stdout: 10 MB',
  );
  const bytes = 10 * 2 ** 20;
  const stored = { stream: 'stdout', bytes, storedBytes: bytes, file: 'out/report.log', compressed: true } as const;
  expect(line({ kind: 'output.stored', data: stored })?.text).toBe('report keeps 10 MB whole in out/report.log');
  expect(line({ kind: 'output.stored', data: { ...stored, storedBytes: 2 ** 20 } })?.text).toBe(
    'report keeps 1.0 MB, the start and the end of 10 MB, in out/report.log',
  );
});

it('warns where another strategy than the wished one had to do', () => {
  const data = { ...megabytes, strategy: 'tail', wanted: 'summary', why: 'no model answered' } as const;
  expect(line({ kind: 'output.truncated', data })).toEqual({
    text: 'report shows its tail of stdout: 1.0 MB of 10 MB, not a summary: no model answered',
    tone: 'warning',
  });
});

it('tells what is let go as context', () => {
  const data: EventOf<'outputs.pruned'>['data'] = { by: 'limit', strategy: 'most_recent', pruned: ['a'], left: 20 };
  expect(line({ kind: 'outputs.pruned', data }, '')?.text).toBe(
    'run removes 1 output from context (most_recent), 20 stay',
  );
});

it('tells what is compacted, and warns where the model that should have done it did not', () => {
  const data: EventOf<'compaction.done'>['data'] = {
    of: 'conversation',
    trigger: 'window',
    strategy: 'moderate',
    preserve: [],
    by: 'template',
    tasks: [],
    before: { text: '', length: 0 },
    messages: 12,
    tokensBefore: 6000,
    tokensAfter: 400,
  };
  const told = line({ kind: 'compaction.done', data });
  expect(told?.tone).toBe('plain');
  expect(told?.text).toBe(
    'report compacts 12 messages of its conversation (moderate, by template): 6.0k tok are now 400 tok',
  );
  const warned = line({ kind: 'compaction.done', data: { ...data, why: 'it was refused.' } });
  expect(warned?.tone).toBe('warning');
  expect(warned?.text).toContain('as the model did not: it was refused.');
});

it('counts the tasks of a decomposition, and has the last words of a pipeline', () => {
  const told = { kind: 'reparse.done', data: { tasks: 1, reason: 'too long' } } as unknown as Told;
  expect(line(told)?.text).toBe('report is decomposed into 1 task (too long)');
  const data = { status: 'COMPLETE', attempts: 1, usage: null, durationMs: 2000 } as const;
  const message = 'Pipeline count completed: 3/3 steps. Final state: 3';
  const ended = line({ kind: 'task.completed', data: { ...data, notes: { message } } } as unknown as Told);
  expect(ended).toEqual({ text: `report completed in 2.0 s. ${message}`, tone: 'note' });
});

it('puts an error and its advice into two sentences on one line', () => {
  const error = { code: 'PROVIDER_ERROR', message: 'It says: asked\nfor', retryable: false, advice: 'Check it.' };
  const failed = { ...({ kind: 'task.failed', data: {} } as unknown as Told), error } as unknown as Told;
  expect(line(failed)?.text).toBe('report failed: It says: asked\nfor. Check it.'.replace('\n', ' '));
});
