import { expect, it } from 'vitest';
import type { PlannedTask } from '../plan';
import { planOf } from '../plan.testing';
import { findOwnChange } from './own-change';

const planned = (task: object = {}): PlannedTask =>
  planOf({ t: { type: 'atomic', description: 'Do', ...task } }).tasks[0] as PlannedTask;
const change = (before: object, after: object) => findOwnChange(planned(before), planned(after));
const plain = planned();
/** A task with any value in a field that no request has. */
const valued = (value: unknown): PlannedTask => ({ ...plain, whatever: value }) as never;

it('a value differs from any other, whatever its kind, and from no equal one', () => {
  const values = [undefined, null, '', 'x', 0, 1, false, [], ['x'], ['x', 'y'], { a: 1 }, { a: 2 }, { b: 1 }, {}];
  const other = [...values, { a: { b: [1] } }, { a: { b: [2] } }, { a: 1, b: 1 }, planned()];
  for (const [index, one] of other.entries()) {
    for (const [place, two] of other.entries()) {
      const found = findOwnChange(valued(one), valued(structuredClone(two)));
      expect(found?.fields ?? [], JSON.stringify([one, two])).toEqual(index === place ? [] : ['whatever']);
    }
  }
});

it('a task within a task is none of its own fields: another one counts by itself', () => {
  expect(findOwnChange(valued(planned()), valued(planned({ description: 'Other' })))).toBeUndefined();
  expect(findOwnChange(valued([planned()]), valued([planned({ description: 'Other' })]))).toBeUndefined();
  expect(findOwnChange(valued([planned()]), valued([planned(), planned()]))).toMatchObject({ fields: ['whatever'] });
});

it('a difference is in each request, in some results alone, or nowhere', () => {
  expect(change({}, {})).toBeUndefined();
  expect(change({}, { description: 'Other' })).toEqual({ isAsked: true, isRequestOnly: true, fields: ['prompt'] });
  expect(change({}, { priority: 'low', name: 'Mine' })).toBeUndefined();
  expect(change({}, { type: 'script', script: { content: 'x' } })).toEqual({
    isAsked: true,
    isRequestOnly: false,
    fields: ['type'],
  });
  const timed = { type: 'script', script: { content: 'x' }, limits: { maxStdoutBytes: 100 } };
  expect(change(timed, { ...timed, script: { content: 'y' } })).toEqual({
    isAsked: true,
    isRequestOnly: true,
    fields: ['script.content'],
  });
  expect(change(timed, { ...timed, limits: { maxStdoutBytes: 200 } })).toEqual({
    isAsked: false,
    isRequestOnly: false,
    fields: ['limits.maxStdoutBytes'],
  });
  expect(change(timed, { ...timed, script: { content: 'y' }, limits: { maxStdoutBytes: 200 } })).toMatchObject({
    isAsked: true,
    isRequestOnly: false,
  });
});

it('the answer is remembered for two tasks, not for another', () => {
  const [before, other] = [planned(), planned({ description: 'Other' })];
  expect(findOwnChange(before, other)).toBe(findOwnChange(before, other));
  expect(findOwnChange(before, before)).toBeUndefined();
  expect(findOwnChange(before, other)).toMatchObject({ fields: ['prompt'] });
});
