import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { applyModelChange, invertModelChange, listAddedTasks } from '../../change';
import { findTopTask, listTaskIds, type WorkflowDocument } from '../../document';
import { nestedDocument } from '../../nested.testing';
import { documentOf } from '../../sample.testing';
import { locateTask } from '../../task-path';
import { computeChange } from '../change-between';
import { allPlaces, allTaskPaths, withoutProblems } from './any-place.testing';
import { type CopyInto, copyInto } from './copy-into';
import type { TaskPlace } from './task-place';

const top: TaskPlace = { kind: 'graph', container: undefined };
function copied(document: WorkflowDocument, args: CopyInto) {
  const result = copyInto(document, args);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('copying tasks to a place', () => {
  const document = documentOf({ a: {}, b: { dependsOn: ['a'], description: '{{a}}' }, b_2: {} });

  it('gives copies fresh ids, which they follow among themselves; outer wires stay', () => {
    const source = documentOf({
      b: { dependsOn: ['a'], description: '{{a}}' },
      c: { dependsOn: ['b'], description: '{{b}}' },
    });
    const { document: next } = copied(document, {
      source,
      taskPaths: listTaskIds(source),
      into: top,
      positions: new Map([['b', [11, 12]]]),
    });
    expect(listAddedTasks(computeChange(document, next))).toEqual(['b_3', 'c']);
    expect(findTopTask(next, 'b_3')).toMatchObject({ dependsOn: ['a'], description: '{{a}}' });
    expect(findTopTask(next, 'c')).toMatchObject({ dependsOn: ['b_3'], description: '{{b_3}}' });
    expect(next.layout?.tasks).toEqual({ b_3: [11, 12] });
  });

  it('never gives the same id twice, and leaves out wires to tasks that are not here', () => {
    const source = documentOf({ b: {}, b_2: {}, n: { dependsOn: ['ghost'] } });
    const { document: next } = copied(document, { source, taskPaths: listTaskIds(source), into: top });
    expect(listAddedTasks(computeChange(document, next))).toEqual(['b_3', 'b_4', 'n']);
    expect(findTopTask(next, 'n')).toEqual({ type: 'atomic' });
  });

  it('puts tasks of a graph into a sequence in the order in which they run, and those of a case into another with it', () => {
    const source = documentOf({ second: { dependsOn: ['first'], description: '{{first}}' }, first: {} });
    const inner = { type: 'atomic' };
    const target = documentOf({
      s: { type: 'sequential', steps: [inner] },
      c: { type: 'cond', cases: [{ test: 'a', task: inner }] },
    });
    const steps = copied(target, {
      source,
      taskPaths: listTaskIds(source),
      into: { kind: 'list', container: 's', index: 0 },
    });
    expect([...steps.taskPaths.values()]).toEqual(['s/first', 's/second']);
    expect(findTopTask(steps.document, 's')).toMatchObject({
      steps: [{ id: 'first' }, { id: 'second', description: '{{first}}' }, { id: 'step_1' }],
    });
    expect(locateTask(steps.document, 's/second')?.task.dependsOn).toBeUndefined();
    const cases = copied(target, {
      source: target,
      taskPaths: ['c/case:1'],
      into: { kind: 'list', container: 'c', index: 1 },
    });
    expect(findTopTask(cases.document, 'c')).toMatchObject({ cases: [{ test: 'a' }, { test: 'a' }] });
  });

  it('is undone exactly at any depth, changes no other task, and breaks no name of a copy that stays beside its original', () => {
    fc.assert(
      fc.property(nestedDocument, fc.nat(), fc.nat(), (first, which, where) => {
        const whole = withoutProblems(first);
        const all = allTaskPaths(whole);
        const taskPath = all[which % all.length] ?? '';
        const places = allPlaces(whole);
        const into = places[where % places.length] ?? top;
        const result = copyInto(whole, { source: whole, taskPaths: [taskPath], into });
        fc.pre(result.ok);
        const { document: next, taskPaths } = result.value;
        expect(applyModelChange(next, invertModelChange(computeChange(whole, next)))).toEqual(whole);
        const [copy = ''] = taskPaths.values();
        expect(allTaskPaths(next).length - all.length).toBe(
          all.filter((one) => one === taskPath || one.startsWith(`${taskPath}/`)).length,
        );
        expect(locateTask(next, copy)?.task.type).toBe(locateTask(whole, taskPath)?.task.type);
      }),
      { numRuns: samples('COPIES', 30, 500) },
    );
  });
});
