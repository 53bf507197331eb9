import { expect, it } from 'vitest';
import { emptyRun } from '@/run/reduce-run';
import type { RunEntry } from '@/run/runner';
import { findRuns } from './find-runs';
import { formatWhen } from './format-when';
import { describeRunRow, readNote } from './row-line';

const entry = (n: number, part: Partial<RunEntry> = {}): RunEntry => ({
  id: `run-${n}`,
  workflowId: 'w',
  name: 'W',
  planHash: '',
  status: 'completed',
  startedAt: '2026-01-01T10:00:00.000Z',
  lastSeq: 3,
  totals: emptyRun.totals,
  iterations: 0,
  iterationMs: 0,
  ...part,
});
const entries = [
  entry(3, { status: 'waiting' }),
  entry(2, { status: 'failed', forkedFrom: { executionId: 'run-1', seq: 4 }, iterations: 3 }),
  entry(1, { status: 'cancelled', isDry: true }),
];
const lineOf = (one: RunEntry) => describeRunRow(one, entries, undefined);
const numbers = (...wish: Parameters<typeof findRuns> extends [unknown, ...infer R] ? R : never) =>
  findRuns(entries, ...wish).map(({ number }) => number);

it('finds runs by status and by words of their name, status and line, and keeps their numbers', () => {
  expect(numbers('all', '', lineOf)).toEqual([3, 2, 1]);
  expect(numbers('open', '', lineOf)).toEqual([3]);
  expect(numbers('failed', '', lineOf)).toEqual([2]);
  expect(numbers('all', 'RUN 1', lineOf)).toEqual([2]);
  expect(numbers('all', 'dry run 1', lineOf)).toEqual([1]);
  expect(numbers('all', '2', lineOf)).toEqual([3]);
  expect(numbers('all', 'forked', lineOf)).toEqual([2]);
  expect(numbers('all', 'dry cancelled', lineOf)).toEqual([1]);
  expect(numbers('all', 'no such words', lineOf)).toEqual([]);
});

it('says in a line why a run failed or waits, where it came from, and how many rounds it took', () => {
  expect(
    entries.map((one) => describeRunRow(one, entries, one.status === 'failed' ? 'publish: refused' : undefined)),
  ).toEqual([
    '',
    'publish: refused · Forked from dry run 1 · Nothing taken: that was a dry run · 3 rounds',
    'Cancelled · Nothing sent',
  ]);
  expect(describeRunRow(entry(9, { status: 'interrupted' }), entries, undefined)).toBe('Interrupted');
  expect(describeRunRow(entry(9, { forkedFrom: { executionId: 'gone', seq: 1 } }), entries, undefined)).toBe(
    'Forked from a run that is gone',
  );
});

it('reads the reason out of the last telling event', () => {
  const base = { v: 2, seq: 1, t: '', id: '' } as const;
  const error = { code: 'PROVIDER_ERROR', message: '401 from the API', retryable: false } as const;
  expect(
    readNote({
      ...base,
      kind: 'task.failed',
      path: 'task/publish',
      error,
      data: { attempts: 1, usage: null, durationMs: 1 },
    }),
  ).toBe('publish: 401 from the API');
  expect(readNote({ ...base, kind: 'run.paused', path: '', data: { reason: 'budget' } })).toBe('Budget reached, waits');
  expect(readNote(undefined)).toBeUndefined();
});

it('tells when a run began as a person would', () => {
  const now = new Date(2026, 10, 18, 15, 0).getTime();
  const at = (...date: [number, number, number, number, number]) => formatWhen(new Date(...date).toISOString(), now);
  expect(at(2026, 10, 18, 0, 5)).toBe('Today 00:05');
  expect(at(2026, 10, 17, 23, 59)).toBe('Yesterday 23:59');
  expect(at(2026, 10, 16, 16, 22)).toBe('Mon 16:22');
  expect(at(2026, 10, 3, 16, 22)).toBe('3 Nov 16:22');
  expect(at(2025, 10, 3, 16, 22)).toBe('3 Nov 2025');
});
