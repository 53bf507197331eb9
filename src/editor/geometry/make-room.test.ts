import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { computeBoxes } from './boxes';
import { makeRoom } from './make-room';
import { isTouching } from './node-geometry';

const leaf = { type: 'atomic' };
const documentOf = (layout: WorkflowDocument['layout']) =>
  documentSchema.parse({
    tasks: {
      s: { type: 'sequential', steps: [leaf, { type: 'sequential', id: 'inner', steps: [leaf, leaf, leaf] }, leaf] },
      right: leaf,
      below: leaf,
      far: leaf,
    },
    layout,
  }) as WorkflowDocument;

const tasks: NonNullable<WorkflowDocument['layout']>['tasks'] = {
  s: [0, 0],
  right: [272, 0],
  below: [0, 200],
  far: [0, -400],
};

describe('making room for what unfolds', () => {
  it.each([
    ['a container', 's', ['s', 's/inner']],
    ['a container in another, which grows too', 's/inner', ['s/inner']],
  ])('moves what %s would cover, and nothing else', (_name, taskPath, collapsed) => {
    const document = documentOf({ tasks: { ...tasks, right: taskPath === 's' ? [272, 0] : [900, 0] }, collapsed });
    const moved = makeRoom(document, taskPath);
    expect(moved.has('far')).toBe(false);
    const unfolded = { ...document, layout: { tasks, collapsed: collapsed.filter((one) => one !== taskPath) } };
    const boxes = [...computeBoxes(unfolded, moved).values()].filter(({ depth }) => depth === 0);
    const [container] = boxes.filter((box) => box.taskPath === 's');
    expect(container && boxes.filter((box) => isTouching(box, container)).map((box) => box.taskPath)).toEqual(['s']);
  });

  it('moves nothing where there is room', () => {
    expect(
      makeRoom(
        documentOf({ tasks: { s: [0, 0], right: [5000, 0], below: [0, 3000], far: [0, -400] }, collapsed: ['s'] }),
        's',
      ).size,
    ).toBe(0);
  });
});
