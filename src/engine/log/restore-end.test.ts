import { expect, it } from 'vitest';
import type { PlannedTask } from '@/plan/plan';
import type { Recording } from './recording';
import { findTaskOrder, restoreTaskEnd } from './restore-end';
import type { EndEvent } from './run-history';

const task = { limits: {}, criteria: 'good' } as unknown as PlannedTask;
const usage = { inputTokens: 1, outputTokens: 2, cachedTokens: 0, costUsd: null, estimated: false };
const data = { usage, attempts: 2, durationMs: 30, notes: { metrics: { n: 1 }, more: 'x' }, returns: { name: 7 } };
const failure = { code: 'TASK_FAILURE', message: 'No', retryable: true } as const;
const event = (kind: EndEvent['kind'], more: object = {}, fields: object = {}) =>
  ({
    ...{ kind, path: 'task/a', seq: 5, t: '1970-01-01T00:00:01.000Z', result: '{"n":1}', full_result_len: 7 },
    ...fields,
    data: { ...data, status: 'COMPLETE', ...more },
  }) as unknown as EndEvent;
const journal = { read: async ({ text }: { readonly text: string }) => text } as never;
const read = (of: EndEvent, its: PlannedTask = task) => restoreTaskEnd(of, its, { journal, recording: undefined });

it('the end of a task is read from its event, whole', async () => {
  const figures = {
    ...{ attempts: 2, duration_ms: 30, metrics: { n: 1 }, notes: data.notes },
    usage: expect.objectContaining({ input_tokens: 1, output_tokens: 2 }),
  };
  const { failure: _none, ...completed } = (await read(event('task.completed'))) as { failure?: unknown };
  expect(completed).toEqual({
    status: 'completed',
    record: { content: '{"n":1}', output: { n: 1 }, status: 'COMPLETE', error: null, criteria: 'good', ...figures },
    ...{ returns: { name: 7 }, seq: 5, endedAt: 1000 },
  });
  const typed = { ...task, outputSchema: { type: 'object' }, criteria: undefined } as unknown as PlannedTask;
  expect(await read(event('task.completed', { notes: undefined, returns: undefined }), typed)).toMatchObject({
    record: { output: { n: 1 }, criteria: null, notes: {}, metrics: null },
    returns: {},
  });
  expect(await read(event('task.completed', { status: 'FAILED' }, { error: failure }))).toMatchObject({
    ...{ status: 'completed', failure, record: { status: 'FAILED', error: { ...failure, resource: null } } },
  });
  const continuation = { type: 'review', criteria: ['short'] };
  expect(await read(event('task.completed', { status: 'CONTINUATION', continuation }))).toMatchObject({
    ...{ status: 'completed', continuation },
    record: { criteria: ['short'], notes: { ...data.notes, continuation } },
  });
  expect(await read(event('task.failed', {}, { error: failure }))).toEqual({
    ...{ status: 'failed', path: 'task/a', failure },
    record: {
      ...{ content: '{"n":1}', output: { n: 1 }, status: 'FAILED', criteria: 'good', ...figures },
      error: { ...failure, resource: null, used: null, limit: null },
    },
  });
  expect(await read(event('task.failed'))).toMatchObject({ failure: { code: expect.any(String) } });
  expect(await read(event('task.skipped', { reason: 'upstream_failed', because: 'x' }))).toEqual({
    ...{ status: 'skipped', reason: 'upstream_failed', because: 'x' },
  });
  expect(await read(event('task.skipped', { reason: 'disabled' }))).toEqual({ status: 'skipped', reason: 'disabled' });
});

it('the view of a longer output is a text, whatever its schema, and knows where the whole is', async () => {
  const capture = { truncated: true, bytes: 99, stored: { ref: 'r', bytes: 99 } };
  const typed = { ...task, outputSchema: { type: 'object' } } as unknown as PlannedTask;
  const end = await read(event('task.completed', { capture }), typed);
  expect(end).toMatchObject({ capture, record: { output: '{"n":1}', whole: expect.anything() } });
  expect(await read(event('task.completed'), typed)).not.toHaveProperty('record.whole');
});

it('a task ends where it ended in the same way in the recorded run, and after all of that if it is new', () => {
  const numberOf = (numbers: Readonly<Record<string, number>>) => (path: string) => numbers[path];
  const recording = {
    completed: numberOf({ 'task/a': 3 }),
    failed: numberOf({ 'task/b': 5 }),
    lastSeq: 100,
  } as unknown as Recording;
  const place = (kind: EndEvent['kind'], path: string) => findTaskOrder({ recording }, { kind, path }, 9);
  expect([place('task.completed', 'task/a'), place('task.completed', 'task/c')]).toEqual([3, 109]);
  expect([place('task.failed', 'task/b'), place('task.completed', 'task/b')]).toEqual([5, 109]);
  expect(findTaskOrder({ recording: undefined }, { kind: 'task.failed', path: 'task/a' }, 9)).toBe(9);
});
