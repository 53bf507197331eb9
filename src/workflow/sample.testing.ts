import * as fc from 'fast-check';
import type { WorkflowDocument } from './document';
import type { TaskId } from './names';
import type { Task } from './tasks';

/** A document of these tasks; those without a type are atomic. For tests. */
export function documentOf(
  tasks: Readonly<Record<string, Record<string, unknown>>>,
  rest: Omit<WorkflowDocument, 'tasks'> = {},
): WorkflowDocument {
  const entries = Object.entries(tasks).map(([id, task]) => [id, { type: 'atomic', ...task } as Task]);
  return { ...rest, tasks: Object.fromEntries(entries) as Record<TaskId, Task> };
}

/** A text as a task id, unchecked. For tests. */
export const id = (text: string) => text as TaskId;

/** Documents of up to eight tasks, `t1` to `t8`, with any dependencies among them, cycles included. */
export const anyDocument: fc.Arbitrary<WorkflowDocument> = fc
  .array(
    fc.record({
      dependsOn: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }),
      reads: fc.integer({ min: 1, max: 8 }),
      script: fc.boolean(),
      at: fc.option(fc.tuple(fc.integer(), fc.integer()), { nil: undefined }),
    }),
    { maxLength: 8 },
  )
  .map((rows) => {
    const placed = rows.flatMap(({ at }, index) => (at === undefined ? [] : [[`t${index + 1}`, at] as const]));
    return documentOf(
      Object.fromEntries(
        rows.map(({ dependsOn, reads, script }, index) => [
          `t${index + 1}`,
          {
            ...(script ? { type: 'script', condition: `tasks.t${reads}.status == "COMPLETE"` } : {}),
            description: `Read {{t${reads}.output}}`,
            ...waitingFor(dependsOn.filter((number) => number <= rows.length)),
          },
        ]),
      ),
      placed.length > 0 ? { name: 'Sample', layout: { tasks: Object.fromEntries(placed) } } : { name: 'Sample' },
    );
  });

function waitingFor(numbers: readonly number[]) {
  return numbers.length === 0 ? {} : { dependsOn: numbers.map((number) => `t${number}`) };
}
