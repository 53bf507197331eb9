import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyTextEdits } from '@/workflow/change';
import type { WorkflowDocument } from '@/workflow/document';
import { keptPositions, listEdit } from '../edit-lists.testing';
import { editXml } from './edit-xml';
import { readXml } from './read-xml';

const lineOf = (item: string, index: number) => `      <depends_on >${item}</depends_on> <!-- ${index} -->`;

it('the items of a list that stay at its beginning and its end keep their lines, the others have one each', () => {
  fc.assert(
    fc.property(listEdit, ([before, after]) => {
      const lines = [
        '<!-- Mine. -->',
        '<workflow>',
        '  <tasks>',
        "    <task id='r'>",
        ...before.map(lineOf),
        '    </task>',
        '  </tasks>',
        '</workflow>',
        '',
      ];
      const text = lines.join('\n');
      const { document } = readXml(text);
      if (document === undefined) throw new Error(text);
      const changed = {
        ...document,
        tasks: { r: { type: 'atomic', dependsOn: after } },
      } as unknown as WorkflowDocument;
      const now = applyTextEdits(text, editXml(text, document, changed));
      expect(readXml(now).document?.tasks).toEqual(changed.tasks);
      const left = now.split('\n');
      expect(left.slice(0, 4)).toEqual(lines.slice(0, 4));
      expect(left.filter((line) => line.includes('<depends_on'))).toHaveLength(after.length);
      const kept = keptPositions(before, after);
      expect(left.filter((line) => line.includes('<depends_on >')).length).toBeGreaterThanOrEqual(kept.length);
      for (const index of kept) expect(now).toContain(`<!-- ${index} -->`);
    }),
    { numRuns: 150 },
  );
});
