import { expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { renderTemplate } from '@/workflow/expressions/template';
import { createWorld } from '../testing/world.testing';
import { readScope } from './read-scope';

it('shows a task that is new what its siblings have given', async () => {
  const world = createWorld({ answer: () => 'three facts' });
  const plan = planOf({ facts: {} });
  await world.run(plan);
  const scope = await world.clock.runUntil(readScope({ ...world.deps, executionId: 'run1', plan }, 'task/fresh'));
  expect(scope?.task).toBeUndefined();
  expect(scope && renderTemplate('{{facts}}', scope.outer)).toEqual({ ok: true, value: 'three facts' });
});
