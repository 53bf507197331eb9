import { describe, expect, it } from 'vitest';
import type { StickyNote, WorkflowDocument } from '@/workflow/document';
import { computeBoxes } from './boxes';
import { noteBoxes } from './note-boxes';

const tasks = { both: { type: 'group', subtasks: { b: { type: 'atomic' } } } };
const withNotes = (notes: readonly StickyNote[], layout: object = {}) =>
  ({ tasks, layout: { tasks: { both: [100, 50] }, ...layout, notes } }) as unknown as WorkflowDocument;
const boxesOn = (document: WorkflowDocument, root?: string) => noteBoxes(document, computeBoxes(document), root);

describe('noteBoxes', () => {
  it('counts from the content of a container, which grows around its notes', () => {
    const inside: StickyNote = { text: 'in', at: [-20, 300], size: [10, 100], in: 'both' };
    const document = withNotes([{ text: 'top', at: [-5, 7] }, inside]);
    expect(boxesOn(document)).toMatchObject([
      { key: 'note:0', x: -5, y: 7, width: 200, height: 120, container: undefined },
      { key: 'note:1', x: 116, y: 402, width: 80, height: 100, container: 'both', depth: 1 },
    ]);
    expect(computeBoxes(document).get('both')?.height).toBe(36 + 400 + 32);
  });

  it('leaves out those in a folded container, and shows those whose container is gone', () => {
    const notes: StickyNote[] = [
      { text: 'in', at: [0, 0], in: 'both' },
      { text: 'lost', at: [0, 0], in: 'gone' },
    ];
    expect(boxesOn(withNotes(notes, { collapsed: ['both'] })).map(({ note }) => note.text)).toEqual(['lost']);
    expect(boxesOn(withNotes(notes), 'both').map(({ note }) => note.text)).toEqual(['in']);
  });

  it('does not move tasks when only a text or a note of the canvas changes: the boxes are the same object', () => {
    const layout = { tasks: { both: [100, 50] } };
    const at = (text: string): WorkflowDocument =>
      ({ tasks, layout: { ...layout, notes: [{ text, at: [0, 9], in: 'both' }] } }) as unknown as WorkflowDocument;
    expect(computeBoxes(at('one'))).toBe(computeBoxes(at('two')));
  });
});
