import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Result } from '@/base/result';
import { applyModelChange, applyTextEdits, invertTextEdits, type ModelChange } from '@/workflow/change';
import { addTask } from '@/workflow/commands/add-task';
import { changeTaskType } from '@/workflow/commands/change-task-type';
import { connectTasks } from '@/workflow/commands/connect-tasks';
import { disconnectTasks } from '@/workflow/commands/disconnect-tasks';
import { insertTasks } from '@/workflow/commands/insert-tasks';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { removeTasks } from '@/workflow/commands/remove-tasks';
import { renameTask } from '@/workflow/commands/rename-task';
import { updateSettings } from '@/workflow/commands/update-settings';
import { updateTask } from '@/workflow/commands/update-task';
import { taskIds, type WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import { text, workflowDocument } from '../document-arbitrary.testing';
import { editYaml } from './edit-yaml';
import { readYaml } from './read-yaml';
import { writeYaml } from './write-yaml';

type Command = (document: WorkflowDocument, ids: readonly [TaskId, TaskId]) => Result<ModelChange, unknown>;

/** Every command, on tasks that the document has. */
const command: fc.Arbitrary<Command> = fc.tuple(text, fc.integer({ min: -999, max: 999 }), fc.nat({ max: 9 })).map(
  ([value, x, which]): Command =>
    (document, [a, b]) => {
      switch (which) {
        case 0:
          return addTask(document, { type: x < 0 ? 'script' : 'atomic', at: [x, 0], ...(x % 2 ? { after: a } : {}) });
        case 1:
          return removeTasks(document, { ids: x % 2 ? [a] : [a, b], join: x < 0 });
        case 2:
          return connectTasks(document, { from: a, to: b });
        case 3:
          return disconnectTasks(document, { from: a, to: b });
        case 4:
          return moveTasks(document, {
            positions: new Map([
              [a, [x, x]],
              [b, [0, x]],
            ]),
          });
        case 5:
          return renameTask(document, { id: a, newId: `renamed_${Math.abs(x)}` });
        case 6:
          return updateTask(document, { id: a, patch: { description: value, name: x < 0 ? undefined : value } });
        case 7:
          return changeTaskType(document, { id: a, type: x < 0 ? 'script' : 'atomic' });
        case 8:
          return updateSettings(document, { patch: { name: value, description: x < 0 ? undefined : value } });
        default:
          return insertTasks(document, { tasks: document.tasks, positions: {}, offset: [x, 1] });
      }
    },
);

/** A comment above every task, at its indentation, and above every entry of the document. */
function withComments(written: string): string {
  let section = '';
  const lines = written.split('\n').flatMap((line, index) => {
    const entry = /^([\w-]+|".*"):/.exec(line)?.[1];
    section = entry ?? section;
    if (entry !== undefined) return [`# comment ${index}`, line];
    return section === 'tasks' && /^ {2}\w/.test(line) ? [`  # comment ${index}`, line] : [line];
  });
  return lines.join('\n');
}

it('makes of every command the text that says the same, keeps its comments, and takes it back to the letter', () => {
  const commands = fc.array(fc.tuple(command, fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(workflowDocument, commands, (start, list) => {
      const first = withComments(writeYaml({ ...start, extensions: { 'x-mine': 'kept' } }));
      const comments = first.match(/# comment \d+$/gm) ?? [];
      let { document, source } = readYaml(first);
      for (const [run, a, b] of list) {
        const ids = document ? taskIds(document) : [];
        const [one, other] = [ids[a % Math.max(1, ids.length)], ids[b % Math.max(1, ids.length)]];
        if (document === undefined || one === undefined || other === undefined) continue;
        const result = run(document, [one, other]);
        if (!result.ok) continue;
        const edited = editYaml(source, result.value);
        const read = readYaml(edited.source.text);
        expect(read.document).toEqual(applyModelChange(document, result.value));
        expect(Object.keys(read.document?.tasks ?? {})).toEqual(taskIds(applyModelChange(document, result.value)));
        expect(edited.source).toEqual(read.source);
        expect(applyTextEdits(source.text, edited.edits)).toBe(edited.source.text);
        expect(applyTextEdits(edited.source.text, invertTextEdits(edited.edits))).toBe(source.text);
        for (const kept of [...comments, 'x-mine: kept']) expect(edited.source.text).toContain(kept);
        document = read.document;
        source = edited.source;
      }
    }),
    { numRuns: 150 },
  );
}, 60_000);
