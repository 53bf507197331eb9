import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameInOrder } from '@/base/json';
import { samples } from '@/base/samples.testing';
import { compileDefinition } from '@/plan/build-plan';
import { documentOf } from '@/plan/plan.testing';
import type { WorkflowDocument } from '@/workflow/document';
import { idsOf, withReplaced } from '@/workflow/task-record';
import { randomEdit } from './random-edit.testing';
import { randomWorkflow } from './random-workflow.testing';
import type { Doc } from './reference-evaluator.testing';

const agents = { one: {}, two: {} };
const settings: readonly object[] = [
  { agents },
  { agents, variables: { SUBJECT: 'looms' } },
  { agents, variables: { SUBJECT: 'shuttles' } },
  { agents, errorHandling: { onError: 'continue' } },
  { agents, limits: { maxTurns: 3 } },
  { agents, context: { mode: 'manual' } },
  { agents, context: { repeatNamed: true } },
  { agents: { ...agents, one: { system: 'Be brief.' } } },
];

/** A document as an edit leaves it: what did not change are the same objects. */
function edited(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  if (!sameInOrder(idsOf(before.tasks), idsOf(after.tasks))) return after;
  const changed = Object.entries(after.tasks).filter(
    ([id, task]) => !sameInOrder(before.tasks[id as keyof typeof before.tasks], task),
  );
  return { ...after, tasks: withReplaced(before.tasks, changed) };
}

describe('the plan of a workflow after edits', () => {
  it('is what it is when it is made anew', () => {
    const edits = fc.array(fc.record({ seed: fc.integer(), settings: fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5, 6, 7) }), {
      minLength: 2,
      maxLength: 8,
    });
    let reused = 0;
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 6 }), edits, (seed, size, changes) => {
        let tasks: Readonly<Record<string, Doc>> = randomWorkflow(seed, size, 2);
        let document = documentOf(tasks, { agents });
        let plan = compileDefinition(document, []);
        for (const change of changes) {
          tasks = randomEdit(tasks, change.seed).tasks;
          const anew = documentOf(tasks, settings[change.settings]);
          document = edited(document, anew);
          const before = plan;
          plan = compileDefinition(document, []);
          expect(plan).toEqual(compileDefinition(anew, []));
          reused += plan.tasks.filter((task, index) => task === before.tasks[index]).length;
        }
      }),
      { numRuns: samples('EDITED_PLANS', 200, 800) },
    );
    expect(reused).toBeGreaterThan(0);
  });

  it('has the same objects for all tasks but the one that changed, unless there are more tasks before them', () => {
    const parts = Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { description: `Do ${id}.` }]));
    const document = documentOf(parts);
    const plan = compileDefinition(document, []);
    const same = (tasks: Readonly<Record<string, object>>, given: object = {}) =>
      compileDefinition(edited(document, documentOf(tasks, given)), []).tasks.map(
        (task, index) => task === plan.tasks[index],
      );
    expect(same({ ...parts, b: { description: 'Another.' } })).toEqual([true, false, true, true]);
    expect(same({ ...parts, b: { inputs: { x: { task: { type: 'atomic', description: 'Inner.' } } } } })).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(same(parts, { variables: { SUBJECT: 'looms' } })).toEqual([false, false, false, false]);
  });
});
