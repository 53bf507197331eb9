import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeBetween } from '@/workflow/commands/change-between';
import { type DocumentDiff, isSameMeaning, type TaskDiff } from '@/workflow/diff/document-diff';
import { taskIds } from '@/workflow/document';
import { anyCommand } from './command-arbitrary.testing';
import { compareDocuments } from './compare-documents';
import { workflowDocument } from './document-arbitrary.testing';
import { readXml } from './xml/read-xml';
import { writeXml } from './xml/write-xml';
import { readYaml } from './yaml/read-yaml';
import { writeYaml } from './yaml/write-yaml';

const nothing: DocumentDiff = { settings: [], tasks: [], moved: [], layout: { tasks: 0, notes: 0, folded: 0 } };

it('finds no difference between a document and itself', () => {
  fc.assert(
    fc.property(workflowDocument, (document) => {
      expect(compareDocuments(document, structuredClone(document))).toEqual(nothing);
    }),
  );
});

it('finds no difference after a way through YAML or XML', () => {
  fc.assert(
    fc.property(workflowDocument, (document) => {
      const ways = [readYaml(writeYaml(document)).document, readXml(writeXml(document)).document];
      for (const copy of ways) expect(copy && compareDocuments(document, copy)).toEqual(nothing);
    }),
  );
});

it('tells every change that a command makes of tasks and settings', () => {
  fc.assert(
    fc.property(workflowDocument, anyCommand, fc.nat(), fc.nat(), (document, run, a, b) => {
      const ids = taskIds(document);
      const [one, other] = [ids[a % Math.max(1, ids.length)], ids[b % Math.max(1, ids.length)]];
      fc.pre(one !== undefined && other !== undefined);
      const result = run(document, [one, other]);
      if (!result.ok) return;
      const { tasks, settings } = changeBetween(document, result.value);
      const diff = compareDocuments(document, result.value);
      expect(isSameMeaning(diff)).toBe(tasks.size === 0 && settings === undefined);
      const told = new Set(
        diff.tasks.flatMap((task) => (task.kind === 'renamed' ? [task.id, task.formerId] : task.id)),
      );
      expect([...told].sort()).toEqual([...tasks.keys()].sort());
    }),
    { numRuns: 300 },
  );
});

it('tells of any two documents the same in either direction, turned round', () => {
  fc.assert(
    fc.property(workflowDocument, workflowDocument, (one, other) => {
      const [there, back] = [compareDocuments(one, other), compareDocuments(other, one)];
      const ids = ({ tasks }: DocumentDiff, kind: TaskDiff['kind']) =>
        tasks.filter((task) => task.kind === kind).map(({ id }) => id);
      expect(ids(there, 'added')).toEqual(ids(back, 'removed'));
      expect(ids(there, 'changed').sort()).toEqual(ids(back, 'changed').sort());
      expect(ids(there, 'renamed')).toHaveLength(ids(back, 'renamed').length);
      expect(there.settings).toHaveLength(back.settings.length);
      expect(there.moved).toHaveLength(back.moved.length);
      expect(there.layout).toEqual(back.layout);
    }),
  );
});
