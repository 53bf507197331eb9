import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import { type Diagnostic, formatPath } from '@/workflow/diagnostic';
import { listTaskIds } from '@/workflow/document';
import { collectReads } from '@/workflow/graph/reads';
import type { Task } from '@/workflow/tasks';
import { validateDocument } from '@/workflow/validate/validate';
import { workflowDocument } from './document-arbitrary.testing';

it('any valid document can be checked: problems are told, never thrown', () => {
  fc.assert(
    fc.property(workflowDocument, (document) => {
      for (const { message, path } of validateDocument(document, [])) {
        expect(message).toMatch(/[.?]$/);
        expect(formatPath(path)).not.toContain('undefined');
      }
    }),
    { numRuns: 300 },
  );
});

it('renaming a task and back gives the same document, and finds the same problems in between', () => {
  const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code).sort();
  fc.assert(
    fc.property(workflowDocument, fc.nat(), ({ layout: _layout, ...document }, which) => {
      const id = listTaskIds(document)[which % Math.max(listTaskIds(document).length, 1)];
      fc.pre(
        id !== undefined && !Object.values<Task>(document.tasks).some((task) => collectReads(task).has('fresh_name')),
      );
      // A name that is doubled already is doubled no longer when the task is called otherwise.
      fc.pre(validateDocument(document, []).every(({ code }) => code !== 'HED307'));
      const renamed = renameTask(document, { id, newId: 'fresh_name' });
      if (!renamed.ok) throw new Error(renamed.error.message);
      const next = renamed.value;
      expect(codes(validateDocument(next, []))).toEqual(codes(validateDocument(document, [])));
      const back = renameTask(next, { id: 'fresh_name' as typeof id, newId: id });
      expect(back.ok && back.value).toEqual(document);
    }),
    { numRuns: 150 },
  );
});
