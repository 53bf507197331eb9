import { expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { computeBoxes } from '../../geometry/boxes';
import { collectNotTakenBoxes } from './not-taken-boxes';

it('finds what is in a branch that was not taken, at any depth, and asks of branches only', () => {
  const leaf = { type: 'atomic' };
  const inner = { type: 'cond', cases: [{ test: 'true', task: leaf }], else: leaf };
  const boxes = computeBoxes(
    documentSchema.parse({
      tasks: {
        a: leaf,
        choose: {
          type: 'cond',
          cases: [{ test: 'true', task: { type: 'group', subtasks: { x: leaf, y: inner } } }],
          else: leaf,
        },
      },
    }) as WorkflowDocument,
  );
  const asked: string[] = [];
  const passed = (...paths: readonly string[]) =>
    [...collectNotTakenBoxes(boxes, (path) => asked.push(path) > 0 && paths.includes(path))].toSorted();
  expect(passed()).toEqual([]);
  expect(asked).toEqual(['choose/case:1', 'choose/case:1/y/case:1', 'choose/case:1/y/else', 'choose/else']);
  expect(passed('choose/else')).toEqual(['choose/else']);
  expect(passed('choose/case:1')).toEqual([
    'choose/case:1',
    'choose/case:1/x',
    'choose/case:1/y',
    'choose/case:1/y/case:1',
    'choose/case:1/y/else',
  ]);
});
