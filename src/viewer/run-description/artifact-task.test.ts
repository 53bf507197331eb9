import { describe, expect, it } from 'vitest';
import type { EventDraft } from '@/run/events';
import { runOf, started } from '@/run/run-of.testing';
import { findArtifactTask } from './artifact-task';

const completed = (path: string, artifact?: string): EventDraft => ({
  kind: 'task.completed',
  path,
  result: 'text',
  full_result_len: 4,
  data: { status: 'COMPLETE', attempts: 1, usage: null, durationMs: 1, ...(artifact ? { artifact } : {}) },
});

describe('the task that wrote an artifact', () => {
  it('is the newest that says so', () => {
    const run = runOf(
      started('task/a'),
      completed('task/a', 'plan.md'),
      started('task/b'),
      completed('task/b', 'plan.md'),
      started('task/c'),
      completed('task/c'),
    );
    expect(findArtifactTask(run, 'plan.md')?.path).toBe('task/b');
    expect(findArtifactTask(run, 'other.md')).toBeUndefined();
  });

  it('is not one that is still at it', () => {
    expect(findArtifactTask(runOf(started('task/a')), 'plan.md')).toBeUndefined();
  });
});
