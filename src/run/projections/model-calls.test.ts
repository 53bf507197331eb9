import { describe, expect, it } from 'vitest';
import { called, runOf, started } from '../run-of.testing';
import { listCallRows, listModelCalls } from './model-calls';

const run = runOf(
  started('task/fetch', 'script'),
  started('task/one'),
  called('task/one/attempt/1/turn/1'),
  started('task/map', 'map'),
  started('task/map/attempt/1/item/0/task/inner_task'),
  called('task/map/attempt/1/item/0/task/inner_task/attempt/1/turn/1'),
  started('task/map/attempt/1/item/1/task/inner_task'),
  called('task/map/attempt/1/item/1/task/inner_task/attempt/1/turn/1'),
);

describe('the list of calls', () => {
  it('has the calls of models in the order of their start', () => {
    const calls = listModelCalls(run);
    expect(calls.map(({ taskPath }) => taskPath)).toEqual(['one', 'map/inner_task', 'map/inner_task']);
    expect(listModelCalls(run)).toBe(calls);
  });

  it('lists them below their tasks where these are open, a task of one call as that call, and none without', () => {
    const shape = (open: boolean) =>
      listCallRows(run, () => open).map((row) =>
        row.kind === 'task' ? `${row.taskPath} ${row.calls}` : `call ${row.taskPath}`,
      );
    expect(shape(false)).toEqual(['call one', 'map 2']);
    expect(shape(true)).toEqual(['call one', 'map 2', 'call map/inner_task', 'call map/inner_task']);
  });
});
