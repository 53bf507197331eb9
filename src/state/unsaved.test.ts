import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyTextEdits } from '@/workflow/change';
import { emptySync } from './text-sync';
import { editsSince, unsavedOf } from './unsaved';

const text = fc.string({ maxLength: 30 });

it('makes what was left out of the text that is stored, also if the one on its way arrived', () => {
  fc.assert(
    fc.property(text, text, text, fc.nat(5), (stored, storing, left, revision) => {
      const unsaved = unsavedOf({ ...emptySync, text: left }, revision, stored, storing);
      expect(applyTextEdits(stored, editsSince(unsaved, revision, stored) ?? [])).toBe(left);
      expect(applyTextEdits(storing, editsSince(unsaved, revision + 1, storing) ?? [])).toBe(left);
    }),
  );
});

it('is of no other text', () => {
  const unsaved = unsavedOf({ ...emptySync, text: 'name: new\n' }, 3, 'name: old\n', undefined);
  expect(editsSince(unsaved, 4, 'name: old\n')).toBeUndefined();
  expect(editsSince(unsaved, 3, 'name: older\n')).toBeUndefined();
  expect(editsSince(unsaved, 3, 'name: odd\n\n')).toBeUndefined();
});
