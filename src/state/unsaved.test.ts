import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyTextEdits } from '@/workflow/change';
import { emptySync } from './text-sync';
import { buildUnsaved, findEditsSince } from './unsaved';

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
