import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nestedDocument } from '../nested.testing';
import { documentOf } from '../sample.testing';
import { findContainerPath, type TaskPath } from '../task-path';
import { walkTasks } from '../walk-tasks';
import { findNextInOrder, findTaskPosition, sortByReadingOrder } from './task-order';

const document = documentOf({
  write: { dependsOn: ['fetch', 'gather'] },
  gather: {
    type: 'group',
    subtasks: {
      sort: { type: 'atomic', dependsOn: ['find'] },
      find: { type: 'atomic' },
    },
  },
  fetch: {},
  steps: { type: 'sequential', dependsOn: ['write'], steps: [{ type: 'atomic', id: 'one' }, { type: 'atomic' }] },
});
const every = () => true;

function walked(by: 1 | -1, isOpen: (taskPath: TaskPath) => boolean, root?: TaskPath): TaskPath[] {
  const found: TaskPath[] = [];
  for (
    let at = findNextInOrder(document, undefined, by, isOpen, root);
    at !== undefined && found.length < 20;
    at = findNextInOrder(document, at, by, isOpen, root)
  ) {
    found.push(at);
  }
  return found;
}

it('goes through the tasks in the order in which they run, into those that are open, and back', () => {
  const all = ['fetch', 'gather', 'gather/find', 'gather/sort', 'write', 'steps', 'steps/one', 'steps/step_2'];
  expect(walked(1, every)).toEqual(all);
  expect(walked(-1, every)).toEqual(all.toReversed());
  expect(walked(1, () => false)).toEqual(['fetch', 'gather', 'write', 'steps']);
  expect(walked(1, every, 'gather')).toEqual(['gather/find', 'gather/sort']);
  expect(walked(-1, every, 'gather')).toEqual(['gather/sort', 'gather/find']);
});

it('tells where a task stands and what it waits for', () => {
  expect(findTaskPosition(document, 'write')).toEqual({ place: 3, count: 4, waitsFor: ['fetch', 'gather'] });
  expect(findTaskPosition(document, 'gather/sort')).toEqual({ place: 2, count: 2, waitsFor: ['gather/find'] });
  expect(findTaskPosition(document, 'steps/step_2')).toEqual({ place: 2, count: 2, waitsFor: [] });
  expect(findTaskPosition(document, 'gone')).toBeUndefined();
});

it('goes through every task of any document once, forward and backward alike, as the sorted list of them', () => {
  fc.assert(
    fc.property(nestedDocument, (any) => {
      const paths = [...walkTasks(any)].map(({ taskPath }) => taskPath);
      // Steps with the same id have the same path.
      fc.pre(new Set(paths).size === paths.length);
      const sorted = sortByReadingOrder(any, paths, (taskPath) => taskPath);
      const go = (by: 1 | -1) => {
        const found: TaskPath[] = [];
        for (
          let at = findNextInOrder(any, undefined, by, every);
          at !== undefined;
          at = findNextInOrder(any, at, by, every)
        ) {
          found.push(at);
          if (found.length > paths.length) break;
        }
        return found;
      };
      expect(go(1)).toEqual(sorted);
      expect(go(-1)).toEqual(sorted.toReversed());
      for (const at of paths) {
        const container = findContainerPath(at);
        if (container !== undefined) expect(sorted.indexOf(container)).toBeLessThan(sorted.indexOf(at));
      }
    }),
  );
});
