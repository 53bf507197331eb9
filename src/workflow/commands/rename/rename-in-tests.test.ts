import { describe, expect, it } from 'vitest';
import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { documentOf } from '../../sample.testing';
import type { TestCase } from '../../test-case-schema';
import { getOwnTests } from '../../test-files';
import { moveInto } from '../places/move-into';
import { reorderParts } from '../reorder-parts';
import { groupTasks } from '../structure/group-tasks';
import { ungroupTask } from '../structure/ungroup-task';
import { renameTask } from './rename-task';

const step = (description: string) => ({ type: 'atomic', description });
const tests: Record<string, TestCase> = {
  one: {
    target: 'read',
    mock: { outputs: { fetch: 'x', 'steps/case:1': 'y' } },
    expect: [
      { type: 'equals', task: 'read@2', value: 'read' },
      { type: 'trajectory:step-status', value: { task: 'read', status: 'COMPLETE' } },
      { type: 'cel', value: 'tasks.read.output == "tasks.read" && tasks["read"].output != my.tasks.read.reader' },
      { type: 'not-javascript', value: "return tasks['fetch'].output + tasks.reads" },
    ],
  },
};
const document = documentOf(
  {
    fetch: step('Fetch'),
    read: step('Read'),
    group: { type: 'group', subtasks: { other: step('Other') } },
    steps: {
      type: 'cond',
      cases: [
        { condition: 'true', task: step('A') },
        { condition: 'false', task: step('B') },
      ],
    },
  },
  { tests } as never,
);

function take<T>(result: Result<T, { readonly message: string }>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** What the test names, in one line. */
const shown = (document: WorkflowDocument): string => JSON.stringify(getOwnTests(document)['one']);

describe('tests name a task', () => {
  it('by its new id, in code too, but not in texts', () => {
    const renamed = shown(take(renameTask(document, { id: 'read' as never, newId: 'look' })));
    expect(renamed).toBe(
      shown(document)
        .replace('"target":"read"', '"target":"look"')
        .replace('read@2', 'look@2')
        .replace('"task":"read"', '"task":"look"')
        .replace('"tasks.read.output == \\"', '"tasks.look.output == \\"')
        .replace('tasks[\\"read\\"]', 'tasks[\\"look\\"]'),
    );
    const dashed = shown(take(renameTask(document, { id: 'read' as never, newId: 'look-up' })));
    expect(dashed).toContain('tasks[\\"look-up\\"].output == \\"tasks.read\\"');
  });

  it('where it is after it moved, was grouped and ungrouped', () => {
    const into = { kind: 'graph', container: 'group' } as const;
    const moved = take(moveInto(document, { taskPaths: ['read'], into })).document;
    expect(shown(moved)).toContain('"target":"group/read"');
    expect(shown(moved)).toContain('"task":"group/read@2"');
    expect(shown(moved)).toContain('"tasks[\\"group/read\\"].output == \\"tasks.read\\"');
    const grouped = take(groupTasks(document, { taskPaths: ['fetch', 'read'] }));
    expect(shown(grouped.document)).toContain(`"${grouped.taskPath}/fetch":"x"`);
    const again = take(ungroupTask(grouped.document, { taskPath: grouped.taskPath })).document;
    expect(shown(again)).toBe(
      shown(document).replace('tasks.read.output', 'tasks["read"].output'.replaceAll('"', '\\"')),
    );
  });

  it('by its new number, where cases change places', () => {
    expect(shown(reorderParts(document, 'steps', [1, 0]))).toContain('"steps/case:2":"y"');
  });
});
