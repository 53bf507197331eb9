import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyModelChange, applyTextEdits, type ModelChange } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import type { WorkflowDocument } from '@/workflow/document';
import { emptySync } from './text-sync';
import { buildUnsaved, findEditsSince } from './unsaved';
import { unsavedSchema } from './unsaved-schema';

const text = fc.string({ maxLength: 30 });

it('makes what was left out of the text that is stored, also if the one on its way arrived', () => {
  fc.assert(
    fc.property(text, text, text, fc.nat(5), (stored, storing, left, revision) => {
      const unsaved = buildUnsaved({ ...emptySync, text: left }, revision, stored, storing);
      expect(applyTextEdits(stored, findEditsSince(unsaved, revision, stored) ?? [])).toBe(left);
      expect(applyTextEdits(storing, findEditsSince(unsaved, revision + 1, storing) ?? [])).toBe(left);
    }),
  );
});

it('is of no other text', () => {
  const unsaved = buildUnsaved({ ...emptySync, text: 'name: new\n' }, 3, 'name: old\n', undefined);
  expect(findEditsSince(unsaved, 4, 'name: old\n')).toBeUndefined();
  expect(findEditsSince(unsaved, 3, 'name: older\n')).toBeUndefined();
  expect(findEditsSince(unsaved, 3, 'name: odd\n\n')).toBeUndefined();
});

it('keeps changes that are not in the text yet, also of moved tasks, settings and layout, as they are read again', () => {
  const first = { name: 'One', tasks: { a: { type: 'atomic' }, b: { type: 'atomic' }, c: { type: 'atomic' } } };
  const second = { name: 'Two', tasks: { c: { type: 'atomic' }, a: { type: 'atomic', description: 'A' } } };
  const third = { ...second, name: undefined, description: 'Three', layout: { tasks: { a: [1, 2] } } };
  const [one, two, three] = [first, second, third].map((document) => document as unknown as WorkflowDocument);
  if (!one || !two || !three) throw new Error('No documents.');
  const unwritten = [computeChange(one, two), computeChange(two, three)].map((model) => ({
    ...{ label: 'Edit', mark: 'm', model },
  }));
  const left = buildUnsaved({ ...emptySync, document: three, unwritten }, 1, '', undefined);
  const stored = left.unwritten.map(({ model, ...write }) => ({ ...write, ...model, tasks: [...model.tasks] }));
  const kept: unknown = JSON.parse(JSON.stringify({ version: 1, versions: left.versions, unwritten: stored }));
  const read = unsavedSchema.parse(kept).unwritten;
  const made = read.map(({ tasks, settings, layout }) => ({ tasks: new Map(tasks), settings, layout }) as ModelChange);
  let document = one;
  const documents = made.map((model) => {
    document = applyModelChange(document, model);
    return document;
  });
  expect(documents).toEqual([two, three]);
  expect(documents.map(({ tasks }) => Object.keys(tasks))).toEqual([
    ['c', 'a'],
    ['c', 'a'],
  ]);
});
