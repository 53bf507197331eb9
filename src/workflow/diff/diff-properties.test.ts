import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeCanonicalJson, type Json, type JsonObject } from '@/base/json';
import { diffDocuments } from './diff-documents';
import { type DocumentDiff, isSameMeaning, type TaskDiff } from './document-diff';

const word = fc.constantFrom('a', 'b', 'c', 'd');
/** Few words, so that two documents often have the same ids and the same fields. */
const field: fc.Arbitrary<Json> = fc.oneof(
  word,
  fc.integer({ min: 0, max: 2 }),
  fc.array(word, { maxLength: 2 }),
  fc.dictionary(word, fc.oneof(word, fc.dictionary(word, word, { maxKeys: 2 })), { maxKeys: 2 }),
  fc.array(fc.record({ description: word }), { maxLength: 3 }),
  fc.uniqueArray(word, { maxLength: 3 }).map((ids) => ids.map((id) => ({ id, description: 'x' }))),
) as fc.Arbitrary<Json>;
const fields = fc.dictionary(fc.constantFrom('name', 'description', 'tools', 'steps', 'inputs'), field, {
  maxKeys: 4,
}) as fc.Arbitrary<JsonObject>;
const layout = fc.record({
  tasks: fc.dictionary(word, fc.tuple(fc.nat(1), fc.nat(1))),
  notes: fc.array(fc.record({ text: word }), { maxLength: 2 }),
  collapsed: fc.array(word, { maxLength: 2 }),
}) as fc.Arbitrary<JsonObject>;
const anyDocument = fc
  .record({ settings: fields, tasks: fc.dictionary(word, fields), layout: fc.option(layout, { nil: undefined }) })
  .map(
    ({ settings, tasks, layout: drawn }): JsonObject => ({
      ...settings,
      tasks,
      ...(drawn === undefined ? {} : { layout: drawn }),
    }),
  );

const tasksOf = (document: JsonObject) => document['tasks'] as JsonObject;
const nothing: DocumentDiff = { settings: [], tasks: [], moved: [], layout: { tasks: 0, notes: 0, folded: 0 } };

it('finds no difference between a document and itself', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      expect(diffDocuments(document, structuredClone(document))).toEqual(nothing);
    }),
  );
});

it('tells every task that differs and no other, and whether anything does that a run means', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (before, after) => {
      const [former, later] = [tasksOf(before), tasksOf(after)];
      const differing = [...new Set([...Object.keys(former), ...Object.keys(later)])].filter((id) => {
        const sides = [former[id], later[id]];
        const [one, other] = sides.map((task) => (task === undefined ? '' : encodeCanonicalJson(task)));
        return one !== other;
      });
      const diff = diffDocuments(before, after);
      const told = diff.tasks.flatMap((task) => (task.kind === 'renamed' ? [task.id, task.formerId] : [task.id]));
      expect([...new Set(told)].sort()).toEqual(differing.sort());
      const settings = ({ tasks: _, layout: __, ...others }: JsonObject) => encodeCanonicalJson(others);
      expect(isSameMeaning(diff)).toBe(differing.length === 0 && settings(before) === settings(after));
    }),
    { numRuns: 300 },
  );
});

it('tells of any two documents the same in either direction, turned round', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (one, other) => {
      const [there, back] = [diffDocuments(one, other), diffDocuments(other, one)];
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
