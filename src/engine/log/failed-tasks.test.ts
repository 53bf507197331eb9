import { expect, it } from 'vitest';
import type { RunEvent } from '@/run/events';
import { FailedTasks } from './failed-tasks';

const failed = (path: string) => ({ kind: 'task.failed', path }) as RunEvent;
const failure = { code: 'TASK_FAILURE', message: 'No', retryable: false } as const;

it('knows the effects of what failed, and of a container that failed without a failed part, also what came before', () => {
  const failures = new FailedTasks();
  expect(failures.lostFrom('task/loop')).toBeUndefined();
  for (const path of ['task/m/attempt/1/item/3/task/inner_task', 'task/m', 'task/loop']) failures.take(failed(path));
  failures.take({ kind: 'task.completed', path: 'task/on', error: failure } as RunEvent);
  failures.take({ kind: 'task.completed', path: 'task/fine' } as RunEvent);
  const held = [
    'task/m/attempt/1/item/3/task/inner_task/attempt/1/turn/1',
    'task/loop/iter/2/attempt/1/task/write/attempt/1/turn/1',
    'task/on/attempt/1/script/1',
  ];
  const free = ['task/m/attempt/1/item/2/task/inner_task/attempt/1/turn/1', 'task/fine/attempt/1/turn/1'];
  expect([...held, ...free].filter((key) => failures.lostFrom(key) === 0)).toEqual(held);
  expect(free.map((key) => failures.lostFrom(key))).toEqual([undefined, undefined]);

  const [write = ''] = held.slice(1);
  for (const seq of [30, 20]) failures.keepBefore(write, seq);
  failures.keepBefore('task/fine', 40);
  const lost = [write, 'task/loop/iter/9/attempt/1/turn/1', 'task/on', 'task/fine'].map((key) =>
    failures.lostFrom(key),
  );
  expect(lost).toEqual([30, 30, 0, undefined]);
});
