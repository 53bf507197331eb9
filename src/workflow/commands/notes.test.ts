import { describe, expect, it } from 'vitest';
import type { Result } from '@/base/result';
import type { StickyNote, WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { findFirstLine, noteByKey, noteKey } from '../notes';
import type { EditRefusal } from './edit-refusal';
import { mapLayoutIds } from './edits';
import { addNotes, liftNotes, removeNotes, updateNotes } from './notes';
import { moveInto } from './places/move-into';
import { removeAtPaths } from './remove-at-paths';
import { renameTask } from './rename/rename-task';
import { ungroupTask } from './structure/ungroup-task';

const document = {
  tasks: {
    a: { type: 'atomic' },
    both: {
      type: 'group',
      subtasks: { b: { type: 'atomic' }, in: { type: 'group', subtasks: { c: { type: 'atomic' } } } },
    },
  },
  layout: {
    notes: [
      { text: 'top', at: [0, 0] },
      { text: 'in both', at: [1, 2], in: 'both' },
      { text: 'deep', at: [3, 4], in: 'both/in' },
    ],
  },
} as unknown as WorkflowDocument;

function expectOk<T>(result: Result<T, EditRefusal>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const notesIn = ({ layout }: WorkflowDocument) => layout?.notes ?? [];
const placesIn = (after: WorkflowDocument) => notesIn(after).map(({ text, in: container }) => [text, container]);

describe('notes', () => {
  it('are added in whole pixels, inside the content of their container', () => {
    const note: StickyNote = { text: 'new', at: [-3.4, 2.6], size: [10, 300.2], in: 'both' };
    const after = expectOk(addNotes(document, { notes: [note] }));
    expect(notesIn(after).at(-1)).toEqual({ text: 'new', at: [0, 3], size: [80, 300], in: 'both' });
    expect(addNotes(document, { notes: [{ ...note, in: 'gone' }] }).ok).toBe(false);
  });

  it('are changed and removed by their places, and the layout is gone with the last', () => {
    const after = expectOk(updateNotes(document, { patches: new Map([[1, { color: 'pink', in: undefined }]]) }));
    expect(notesIn(after)[1]).toEqual({ text: 'in both', at: [1, 2], color: 'pink' });
    expect(notesIn(after)[0]).toBe(notesIn(document)[0]);
    expect(updateNotes(document, { patches: new Map([[9, { text: '' }]]) }).ok).toBe(false);
    expect(removeNotes(document, [0, 1, 2]).layout).toBeUndefined();
    expect(removeNotes(document, [9])).toBe(document);
  });

  it('stay in their container when it is renamed or moved, and go with it', () => {
    expect(placesIn(expectOk(renameTask(document, { id: 'both' as TaskId, newId: 'pair' })))).toEqual([
      ['top', undefined],
      ['in both', 'pair'],
      ['deep', 'pair/in'],
    ]);
    const moved = expectOk(
      moveInto(document, { taskPaths: ['both/in'], into: { kind: 'graph', container: undefined } }),
    );
    expect(placesIn(moved.document)).toContainEqual(['deep', 'in']);
    expect(placesIn(expectOk(removeAtPaths(document, { taskPaths: ['both'] })))).toEqual([['top', undefined]]);
    expect(placesIn(mapLayoutIds(document, (id) => id))).toEqual(placesIn(document));
  });

  it('lie beside the tasks of a group after it is ungrouped, where they were', () => {
    const after = expectOk(ungroupTask(document, { taskPath: 'both', origin: [100, 50] }));
    expect(notesIn(after.document)).toEqual([
      { text: 'top', at: [0, 0] },
      { text: 'in both', at: [101, 52] },
      { text: 'deep', at: [3, 4], in: 'in' },
    ]);
    expect(placesIn(liftNotes(document, 'both', { deep: true }))).toContainEqual(['deep', undefined]);
  });

  it('have a key that no task path has, and say their first line', () => {
    expect(noteByKey(document, noteKey(2))?.text).toBe('deep');
    expect(noteByKey(document, 'both')).toBeUndefined();
    expect(noteByKey(document, noteKey(9))).toBeUndefined();
    expect(findFirstLine({ text: '\n\n## **Why** `this`\nmore' })).toBe('Why this');
    expect(findFirstLine({ text: '- [x] done' })).toBe('done');
    expect(findFirstLine({ text: ' \n# \n' })).toBe('');
  });
});
