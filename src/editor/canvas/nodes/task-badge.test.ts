import { describe, expect, it } from 'vitest';
import type { TaskRun } from '@/run/run-state';
import type { Task } from '@/workflow/tasks';
import { computeBlockStatus } from './block-status';
import { buildTaskBadge, formatBadgeName } from './task-badge';

const task: Task = { type: 'atomic' };
const running: TaskRun = { status: 'running', startedAt: '2026-11-21T10:00:00Z', attempt: 1 };
const error = { code: 'PROVIDER_ERROR', message: 'The key was refused (401).', retryable: false } as const;

describe('the badge of a task', () => {
  it('says that nothing has run before a run, and what it waits for during one', () => {
    expect(buildTaskBadge(task, undefined, 'none', undefined).word).toBe('Not run yet');
    expect(buildTaskBadge(task, undefined, 'running', 'fetch')).toEqual({ status: 'idle', word: 'Waits for fetch' });
    expect(buildTaskBadge(task, undefined, 'running', undefined).status).toBe('queued');
  });

  it('shows a running task as paused while the run waits for a person', () => {
    expect(buildTaskBadge(task, running, 'running', undefined)).toMatchObject({ status: 'running', word: 'Writing' });
    expect(buildTaskBadge(task, running, 'waiting', undefined)).toMatchObject({
      status: 'paused',
      word: 'Waits for you',
    });
    expect(buildTaskBadge(task, running, 'paused', undefined)).toMatchObject({ status: 'paused', word: 'Paused' });
  });

  it('says that a model thinks until its answer begins', () => {
    expect(buildTaskBadge(task, running, 'running', undefined, { thinks: true }).word).toBe('Thinking');
    expect(buildTaskBadge(task, running, 'paused', undefined, { thinks: true }).word).toBe('Paused');
  });

  it('says how far it is while it runs: items, steps, tasks, rounds', () => {
    const far = (of: Task, run: object = {}, details = {}) => {
      const badge = buildTaskBadge(of, { ...running, ...run }, 'running', undefined, details);
      return formatBadgeName(badge);
    };
    expect(far({ type: 'map' }, { parts: 1300, done: 1003 })).toBe('Running, 1,003 of 1,300 items');
    expect(far({ type: 'reduce' }, { parts: 1 })).toBe('Running, 0 of 1 item');
    expect(far({ type: 'sequential' }, { parts: 3, done: 1 })).toBe('Running, 1 of 3 steps');
    expect(far({ type: 'group' }, { parts: 3, done: 2 })).toBe('Running, 2 of 3 tasks');
    expect(far({ type: 'map' })).toBe('Running');
    expect(far({ type: 'director_evaluator' }, { done: 2 })).toBe('Running, Round 3 of at most 10');
    expect(far({ type: 'atomic', loop: { type: 'repeat', count: 4 } })).toBe('Writing, Round 1 of 4');
    expect(far({ type: 'atomic', loop: { type: 'until', condition: 'true' } })).toBe('Writing, Round 1 of at most 10');
    const progress = { done: 2, total: 5, leftMs: null };
    expect(far({ type: 'pipeline' }, {}, { progress })).toBe('Running, 2 of 5 steps');
    expect(formatBadgeName(buildTaskBadge({ type: 'map' }, undefined, 'none', undefined))).toBe('Not run yet');
  });

  it('shows why it is tried again', () => {
    const retry = { since: '2026-11-21T10:00:01Z', delayMs: 1000, error };
    expect(buildTaskBadge(task, { ...running, retry }, 'running', undefined)).toMatchObject({
      status: 'running',
      word: 'Retries',
      reason: error.message,
    });
  });

  it('tells a failure that counts as completed from one that is done, in its node and as a block', () => {
    const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0, costUsd: 0, estimated: false };
    const done: TaskRun = {
      status: 'ok',
      startedAt: '2026-11-21T10:00:00Z',
      endedAt: '2026-11-21T10:00:01Z',
      result: { text: '', length: 0 },
      data: { status: 'COMPLETE', attempts: 1, usage, durationMs: 1000 },
    };
    const continued: TaskRun = { ...done, error };
    const badge = (run: TaskRun) => buildTaskBadge(task, run, 'none', undefined);
    expect(badge(done)).toMatchObject({ status: 'ok', word: 'Done' });
    expect(badge(continued)).toMatchObject({ status: 'continued', word: 'Failed, continued', reason: error.message });
    expect(computeBlockStatus(false, done, 'none')).toBe('ok');
    expect(computeBlockStatus(false, done, 'none', { isDry: true, forecast: 'asked' })).toBe('simulated');
    expect(computeBlockStatus(false, continued, 'none')).toBe('continued');
  });

  it('gives the reason of a failure, and never $0 for a price that is not known', () => {
    const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0, costUsd: null, estimated: false };
    const failed: TaskRun = {
      status: 'failed',
      startedAt: '2026-11-21T10:00:00Z',
      endedAt: '2026-11-21T10:00:02Z',
      error,
      attempts: 4,
      usage,
    };
    // The clock ran on while it waited for its attempts.
    expect(buildTaskBadge(task, { ...failed, durationMs: 300 }, 'none', undefined)).toMatchObject({ tookMs: 2000 });
    expect(buildTaskBadge(task, failed, 'none', undefined)).toMatchObject({
      status: 'failed',
      tookMs: 2000,
      reason: error.message,
      tokens: 15,
      costUsd: null,
    });
  });

  it('names the task because of which another was skipped', () => {
    const skipped: TaskRun = {
      status: 'skipped',
      endedAt: '2026-11-21T10:00:02Z',
      reason: 'upstream_failed',
      because: 'a',
    };
    expect(buildTaskBadge(task, skipped, 'running', undefined)).toMatchObject({
      status: 'skipped',
      reason: 'a failed',
    });
  });
});
