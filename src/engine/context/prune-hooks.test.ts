import { expect, it } from 'vitest';
import type { PlannedCleanup } from '@/plan/plan';
import { PruneHooks } from './prune-hooks';

it('a hook prunes the scopes that are open, at each so many ends of tasks', () => {
  const cleanup: PlannedCleanup = { type: 'most_recent', keepCount: 1 };
  const pruned: string[] = [];
  const scopeAt = (path: string) => ({
    path,
    pruneBy: (_cleanup: PlannedCleanup, isNext: boolean) => void pruned.push(`${path} ${isNext ? 'next' : 'now'}`),
  });
  const [outer, inner] = [scopeAt(''), scopeAt('task/g')];
  const hooks = new PruneHooks([{ every: 2, cleanup }], 1, () => pruned.push('done'));
  hooks.open(outer);
  hooks.open(inner);
  hooks.taskEnded('task/g');
  expect(pruned.splice(0)).toEqual([' now', 'task/g next', 'done']);
  hooks.taskEnded('task/g');
  expect(pruned).toEqual([]);
  hooks.close(inner);
  hooks.taskEnded('');
  expect(pruned).toEqual([' next', 'done']);
});
