import { describe, expect, it } from 'vitest';
import { called, runOf, started } from '../run-of.testing';
import { findLastModelCall } from './last-model-call';

describe('the last call of a model within a path', () => {
  const run = runOf(
    started('task/loop'),
    called('task/loop/iter/1/attempt/1/turn/1'),
    called('task/loop/iter/1/attempt/1/turn/2'),
    called('task/loop/iter/2/attempt/1/task/part/attempt/1/turn/1'),
    called('task/loop/iter/10/attempt/1/turn/1'),
  );

  it('is the newest, be it of a task within it', () => {
    expect(findLastModelCall(run, 'task/loop/iter/1')?.path).toBe('task/loop/iter/1/attempt/1/turn/2');
    expect(findLastModelCall(run, 'task/loop/iter/2')?.path).toBe(
      'task/loop/iter/2/attempt/1/task/part/attempt/1/turn/1',
    );
    expect(findLastModelCall(run, 'task/loop/iter/3')).toBeUndefined();
  });
});
