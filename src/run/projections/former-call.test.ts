import { expect, it } from 'vitest';
import { called, runOf } from '../run-of.testing';
import { findFormerCall } from './former-call';

const director = (round: number, turn: number) => `task/d/iter/${round}/task/director/attempt/1/turn/${turn}`;
const run = runOf(
  called(director(1, 1)),
  called(director(1, 2)),
  called('task/d/iter/1/task/evaluator/attempt/1/turn/1'),
  called(director(2, 1)),
  called(director(2, 3)),
  called('task/m/attempt/1/item/0/task/inner_task/attempt/1/turn/1'),
  called('task/m/attempt/1/item/1/task/inner_task/attempt/1/turn/1'),
  called('task/alone/attempt/1/turn/1'),
  called('task/alone/attempt/2/turn/1'),
);
const formerOf = (taskPath: string, index: number) => {
  const call = run.calls.get(taskPath)?.[index];
  const former = call && findFormerCall(run, call);
  return former && `${former.which}: ${former.call.path}`;
};

it('holds a call against that of the round before, the same turn of it if there is one', () => {
  expect(formerOf('d/director', 2)).toBe(`round 1: ${director(1, 1)}`);
  expect(formerOf('d/director', 3)).toBe(`round 1: ${director(1, 2)}`);
});

it('holds it against the item, the turn or the attempt before where there is no round before', () => {
  expect(formerOf('m/inner_task', 1)).toBe('item 1: task/m/attempt/1/item/0/task/inner_task/attempt/1/turn/1');
  expect(formerOf('d/director', 1)).toBe(`turn 1: ${director(1, 1)}`);
  expect(formerOf('alone', 1)).toBe('attempt 1: task/alone/attempt/1/turn/1');
});

it('finds none for the first call of a task', () => {
  expect(formerOf('d/director', 0)).toBeUndefined();
  expect(formerOf('d/evaluator', 0)).toBeUndefined();
});
