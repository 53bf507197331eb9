import fc from 'fast-check';
import { expect, it } from 'vitest';
import { workflowDocument } from '@/formats/document-arbitrary.testing';
import type { WorkflowDocument } from '@/workflow/document';
import { applyDelta, computeDelta } from '@/workflow/document-delta';
import type { TaskId } from '@/workflow/names';

/** Any document, and another that shares some of its tasks, as objects or by content. */
const two = fc
  .tuple(workflowDocument, workflowDocument, fc.array(fc.nat(5)), fc.boolean())
  .map(([before, other, shared, copied]): readonly [WorkflowDocument, WorkflowDocument] => {
    const ids = Object.keys(before.tasks) as TaskId[];
    const kept = shared.flatMap((index) => (ids[index] === undefined ? [] : [ids[index]]));
    const tasks = Object.fromEntries([
      ...kept.map((id) => [id, copied ? structuredClone(before.tasks[id]) : before.tasks[id]] as const),
      ...Object.entries(other.tasks),
    ]) as WorkflowDocument['tasks'];
    return [before, { ...(copied ? other : before), ...(other.layout && { layout: other.layout }), tasks }];
  });

it('makes the later document of the earlier one, in the order of its tasks', () => {
  fc.assert(
    fc.property(two, ([before, after]) => {
      const made = applyDelta(before, structuredClone(computeDelta(before, after)));
      expect(made).toEqual(after);
      expect(Object.keys(made.tasks)).toEqual(Object.keys(after.tasks));
    }),
    { numRuns: 300 },
  );
});

it('keeps the objects of what says the same', () => {
  fc.assert(
    fc.property(workflowDocument, (document) => {
      expect(applyDelta(document, computeDelta({ tasks: {} }, structuredClone(document)))).toEqual(document);
      expect(applyDelta(document, computeDelta({ tasks: {} }, structuredClone(document))).tasks).toBe(document.tasks);
      expect(applyDelta(document, computeDelta(document, document))).toBe(document);
    }),
    { numRuns: 100 },
  );
});
