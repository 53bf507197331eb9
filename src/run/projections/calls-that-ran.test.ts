import { expect, it } from 'vitest';
import type { TaskInstance } from '../run-state';
import { listCallsThatRan } from './calls-that-ran';

it('finds the calls of a function, also those within others', () => {
  const ran = {} as TaskInstance;
  const paths = [
    'start',
    'use',
    'use/call:report/task',
    'use/call:report/task/web',
    'use/call:report/task/inner/call:greet/task',
    'each/inner_task/call:report/task',
    'other/call:my_report/task',
  ];
  const tasks = new Map(paths.map((path) => [path, ran]));
  expect(listCallsThatRan({ tasks }, 'report')).toEqual(['use', 'each/inner_task']);
  expect(listCallsThatRan({ tasks }, 'greet')).toEqual(['use/call:report/task/inner']);
  expect(listCallsThatRan({ tasks }, 'none')).toEqual([]);
});
