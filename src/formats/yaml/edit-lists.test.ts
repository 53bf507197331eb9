import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyTextEdits } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import { updateTask } from '@/workflow/commands/update-task';
import { expectTaskId } from '@/workflow/names';
import { keptPositions, listEdit } from '../edit-lists.testing';
import { editYaml } from './edit-yaml';
import { readYaml } from './read-yaml';

const lineOf = (item: string, index: number) => `  -   ${item}   # item ${index}`;

it('the items of a list that stay at its beginning and its end keep their lines, the others have one each', () => {
  fc.assert(
    fc.property(listEdit, ([before, after]) => {
      const lines = before.map(lineOf);
      const text = [
        '# Mine.',
        'tasks:',
        '  r:',
        '    depends_on:  # these',
        ...lines.map((line) => `    ${line}`),
        '    name: R',
        '',
      ].join('\n');
      const { document } = readYaml(text);
      if (document === undefined) throw new Error(text);
      const changed = updateTask(document, { id: 'r', patch: { dependsOn: after.map(expectTaskId) } });
      if (!changed.ok) throw new Error(changed.error.message);
      const edits = editYaml(readYaml(text), computeChange(document, changed.value)).edits;
      const now = applyTextEdits(text, edits);
      expect(readYaml(now).document?.tasks).toMatchObject({ r: { dependsOn: after, name: 'R' } });
      const left = now.split('\n');
      expect(left).toHaveLength(6 + after.length);
      expect(left.slice(0, 4)).toEqual(text.split('\n').slice(0, 4));
      for (const index of keptPositions(before, after))
        expect(left).toContain(`    ${lineOf(before[index] ?? '', index)}`);
    }),
    { numRuns: 150 },
  );
});
