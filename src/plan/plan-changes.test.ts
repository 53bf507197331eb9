import { expect, it } from 'vitest';
import { planOf } from './plan.testing';
import { planChanges } from './plan-changes';

const tasks = {
  read: { description: 'Read {{SUBJECT}}.' },
  write: { description: 'Write about {{read}}.', dependsOn: ['read'], options: { temperature: 0.7 } },
};

it('names the fields that differ, by task, and leaves out what follows from others', () => {
  const before = planOf(tasks, { variables: { SUBJECT: 'looms' } });
  const after = planOf(
    { first: { description: 'First.' }, ...tasks, write: { ...tasks.write, options: { temperature: 0.3 } } },
    { variables: { SUBJECT: 'shuttles' }, limits: { maxTurns: 3 } },
  );
  expect(planChanges(before, after)).toEqual([
    { path: ['variables', 'SUBJECT'], before: 'looms', after: 'shuttles' },
    { path: ['limits', 'maxTurns'], before: 10, after: 3 },
    { task: 'write', path: ['options', 'temperature'], before: 0.7, after: 0.3 },
  ]);
});

it('finds nothing in the same plan, and leaves out tasks that only one has', () => {
  const plan = planOf(tasks, { variables: { SUBJECT: 'looms' } });
  expect(planChanges(plan, plan)).toEqual([]);
  expect(planChanges(plan, planOf({ read: tasks.read }, { variables: { SUBJECT: 'looms' } }))).toEqual([]);
});
