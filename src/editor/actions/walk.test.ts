import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { computeBoxes } from '../geometry/boxes';
import { noteBoxes } from '../geometry/note-boxes';
import { walkFrom } from './walk';

const leaf = { type: 'atomic' };
const boxes = computeBoxes(
  documentSchema.parse({
    tasks: {
      b: leaf,
      a: leaf,
      below_b: leaf,
      far: leaf,
      s: { type: 'sequential', steps: [leaf, { type: 'cond', cases: [{ test: 'true', task: leaf }], else: leaf }] },
      last: leaf,
    },
    layout: {
      tasks: { b: [300, 0], a: [0, 0], below_b: [300, 120], far: [900, 10], s: [0, 1000], last: [2000, 1000] },
    },
  }) as WorkflowDocument,
);

describe('walking with the arrows', () => {
  it('goes to the nearest task in the direction', () => {
    expect(walkFrom(boxes, 'a', 'right')).toBe('b');
    expect(walkFrom(boxes, 'b', 'down')).toBe('below_b');
    expect(walkFrom(boxes, 'b', 'right')).toBe('far');
    expect(walkFrom(boxes, 'below_b', 'up')).toBe('b');
  });

  it('stays where nothing lies ahead', () => {
    expect(walkFrom(boxes, 'a', 'left')).toBeUndefined();
  });

  it('begins at the left', () => {
    expect(walkFrom(boxes, undefined, 'right')).toBe('a');
    expect(walkFrom(new Map(), undefined, 'right')).toBeUndefined();
  });

  it('enters a container downward, walks in it, and leaves it at its head or at its sides', () => {
    expect(walkFrom(boxes, 's', 'down')).toBe('s/step_1');
    expect(walkFrom(boxes, 's/step_1', 'right')).toBe('s/step_2');
    expect(walkFrom(boxes, 's/step_2', 'down')).toBe('s/step_2/case:1');
    expect(walkFrom(boxes, 's/step_2/case:1', 'down')).toBe('s/step_2/else');
    expect(walkFrom(boxes, 's/step_2/case:1', 'up')).toBe('s/step_2');
    expect(walkFrom(boxes, 's/step_1', 'up')).toBe('s');
    expect(walkFrom(boxes, 's/step_2/else', 'right')).toBe('last');
  });

  it('goes to notes as to tasks, on the canvas and in containers, and back', () => {
    const document = documentSchema.parse({
      tasks: { a: leaf, b: leaf, box: { type: 'group', subtasks: { in: leaf } } },
      layout: {
        tasks: { a: [0, 0], b: [600, 0], box: [0, 600], 'box/in': [0, 0] },
        notes: [
          { text: 'Between', at: [300, 0] },
          { text: 'Inside', at: [0, 120], in: 'box' },
          { text: 'Low', at: [0, 300] },
        ],
      },
    }) as WorkflowDocument;
    const drawn = computeBoxes(document);
    const to = (from: string | undefined, direction: 'left' | 'right' | 'up' | 'down') =>
      walkFrom(drawn, from, direction, undefined, noteBoxes(document, drawn, undefined));
    expect(to(undefined, 'right')).toBe('a');
    expect(to('a', 'right')).toBe('note:0');
    expect(to('note:0', 'right')).toBe('b');
    expect(to('b', 'left')).toBe('note:0');
    expect(to('a', 'down')).toBe('note:2');
    expect(to('note:2', 'down')).toBe('box');
    expect(to('box', 'down')).toBe('box/in');
    expect(to('box/in', 'down')).toBe('note:1');
    expect(to('note:1', 'up')).toBe('box/in');
    // In a container, what lies beside that is next.
    expect(to('note:1', 'left')).toBe(undefined);
  });

  it('begins at a note where there is no task', () => {
    const document = documentSchema.parse({
      tasks: {},
      layout: { notes: [{ text: 'Only', at: [0, 0] }] },
    }) as WorkflowDocument;
    const drawn = computeBoxes(document);
    expect(walkFrom(drawn, undefined, 'down', undefined, noteBoxes(document, drawn, undefined))).toBe('note:0');
  });
});
