import fc from 'fast-check';
import { expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { applyTextEdits, invertTextEdits } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import { listTaskIds } from '@/workflow/document';
import { anyCommand } from '../command-arbitrary.testing';
import { workflowDocument } from '../document-arbitrary.testing';
import { editYaml } from './edit-yaml';
import { readYaml } from './read-yaml';
import { writeYaml } from './write-yaml';

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
  const commands = fc.array(fc.tuple(anyCommand, fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(workflowDocument, commands, (start, list) => {
      const first = withComments(writeYaml({ ...start, extensions: { 'x-mine': 'kept' } }));
      const comments = first.match(/# comment \d+$/gm) ?? [];
      let { document, source } = readYaml(first);
      for (const [run, a, b] of list) {
        const ids = document ? listTaskIds(document) : [];
        const [one, other] = [ids[a % Math.max(1, ids.length)], ids[b % Math.max(1, ids.length)]];
        if (document === undefined || one === undefined || other === undefined) continue;
        const result = run(document, [one, other]);
        if (!result.ok) continue;
        const after = result.value;
        const edited = editYaml({ source, document }, computeChange(document, after));
        const read = readYaml(edited.source.text);
        expect(read.document).toEqual(after);
        expect(Object.keys(read.document?.tasks ?? {})).toEqual(listTaskIds(after));
        expect(edited.source).toEqual(read.source);
        expect(applyTextEdits(source.text, edited.edits)).toBe(edited.source.text);
        expect(applyTextEdits(edited.source.text, invertTextEdits(edited.edits))).toBe(source.text);
        for (const kept of [...comments, 'x-mine: kept']) expect(edited.source.text).toContain(kept);
        document = read.document;
        source = edited.source;
      }
    }),
    { numRuns: samples('EDITED_TEXTS', 20, 150) },
  );
});
