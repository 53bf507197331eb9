import { describe, expect, it } from 'vitest';
import type { PlannedGraph, PlannedTask } from '@/plan/plan';
import { type Environment, findInScope, type ResultRecord } from '@/workflow/expressions/environment';
import type { TaskEnd } from '../task-end';
import { formatFailureRecord, formatUsage, Results } from './results';

const task = (id: string, more: Partial<PlannedTask> = {}) =>
  ({ id, index: 0, wave: 0, needs: [], returns: {}, ...more }) as unknown as PlannedTask;
const record = (content: string) => ({ content, output: content, status: 'COMPLETE' }) as unknown as ResultRecord;
const completed = (content: string, returns: object = {}) =>
  ({ status: 'completed', record: record(content), returns }) as unknown as TaskEnd;
const skipped: TaskEnd = { status: 'skipped', reason: 'condition' };
const outer: Environment = { kind: 'variables', bindings: new Map() };
const graphOf = (...tasks: readonly PlannedTask[]) => ({ tasks }) as unknown as PlannedGraph;
const resultsOf = (...tasks: readonly PlannedTask[]) => new Results(graphOf(...tasks), outer);

/** What a name stands for. */
function givenAs({ environment }: Results, name: string): unknown {
  const binding = findInScope(environment, name);
  if (binding?.kind === 'value') return binding.value;
  return binding?.kind === 'result' ? binding.result.content : undefined;
}

describe('what tasks leave for each other', () => {
  it('is the record of those that completed, failed or were skipped, and nothing of others', () => {
    const tasks = ['a', 'b', 'c', 'd'].map((id) => task(id));
    const [a, b, c, d] = tasks as [PlannedTask, PlannedTask, PlannedTask, PlannedTask];
    const results = resultsOf(...tasks);
    results.add(a, completed('of a'));
    results.add(b, skipped);
    results.add(c, { status: 'failed', path: 'task/c', record: record('half'), failure: {} } as unknown as TaskEnd);
    results.add(d, { status: 'cancelled' });
    expect(['a', 'b', 'c', 'd'].map((id) => givenAs(results, id))).toEqual(['of a', '', 'half', undefined]);
    const nothing = { status: 'SKIPPED', content: '', output: null, error: null };
    expect(results.environment.records).toMatchObject({ a: record('of a'), b: nothing, c: record('half') });
    expect(results.environment).toMatchObject({ kind: 'tasks', outer });
    expect(findInScope(results.environment, 'b')).toMatchObject({
      result: {
        ...{ content: '', output: null, status: 'SKIPPED', error: null, criteria: null, notes: {} },
        ...{
          usage: formatUsage({ inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0, estimated: false }),
          metrics: null,
          attempts: 0,
          duration_ms: 0,
        },
      },
    });
  });

  it('is the view of a longer output, of which expressions do not see the whole', () => {
    const results = resultsOf(task('a'));
    const whole = { ref: 'r' };
    const end = completed('view');
    Object.assign((end as { record: object }).record, { whole });
    results.add(task('a'), end);
    expect(results.environment.records).toEqual({ a: record('view') });
    expect(findInScope(results.environment, 'a')).toMatchObject({ result: { whole } });
  });

  it('is of names that several return that of the later wave, or of the later in the author’s order, however they end', () => {
    const early = task('early', { index: 2, wave: 0 });
    const late = task('late', { index: 0, wave: 1 });
    const beside = task('beside', { index: 1, wave: 1 });
    for (const [order, winner] of [
      [[early, late], 'late'],
      [[late, early], 'late'],
      [[late, beside], 'beside'],
      [[beside, late, early], 'beside'],
    ] as const) {
      const results = resultsOf();
      for (const one of order) results.add(one, completed('', { name: one.id }));
      expect(givenAs(results, 'name')).toBe(winner);
    }
  });

  it('is null for what a skipped task would have returned, unless another one returns it', () => {
    const returns = { name: 'output' };
    for (const order of ['returned first', 'skipped first']) {
      const results = resultsOf();
      const skip = () => results.add(task('off', { returns: { ...returns, only: 'output' } as never }), skipped);
      if (order === 'skipped first') skip();
      results.add(task('on'), completed('', { name: 'given' }));
      if (order === 'returned first') skip();
      expect([givenAs(results, 'name'), givenAs(results, 'only')]).toEqual(['given', null]);
    }
  });

  it('gives a task the result before it where it depends on that alone', () => {
    const [a, b] = [task('a'), task('b', { index: 1 })];
    const results = resultsOf(a, b);
    results.add(a, completed('of a'));
    const previousOf = (...needs: readonly number[]) => results.previous(task('x', { needs }))?.content;
    expect([previousOf(), previousOf(0), previousOf(0, 1), previousOf(1)]).toEqual([
      undefined,
      'of a',
      undefined,
      undefined,
    ]);
  });
});

it('usage and errors have the names of the language, with every name there', () => {
  const usage = { inputTokens: 1, outputTokens: 2, cachedTokens: 3, costUsd: 0.5, estimated: false };
  const written = { input_tokens: 1, output_tokens: 2, cached_tokens: 3, cost_usd: 0.5 };
  expect(formatUsage(usage)).toEqual({ ...written, reasoning_tokens: 0 });
  expect(formatUsage({ ...usage, reasoningTokens: 4 })).toEqual({ ...written, reasoning_tokens: 4 });
  expect(formatUsage(null)).toBeNull();
  const failure = { code: 'TASK_FAILURE', message: 'no', retryable: true } as const;
  const none = { resource: null, used: null, limit: null };
  expect(formatFailureRecord(failure)).toEqual({ ...failure, ...none });
  const full = { resource: 'tokens', used: 2, limit: 1 };
  expect(formatFailureRecord({ ...failure, details: full })).toEqual({ ...failure, ...full });
  // A run that an earlier version began.
  expect(formatFailureRecord({ ...failure, details: { resource: 'window' } })).toMatchObject({ resource: 'context' });
  expect(formatFailureRecord({ ...failure, details: { resource: 7 } })).toMatchObject({ resource: null });
});
