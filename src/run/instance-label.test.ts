import { expect, it } from 'vitest';
import { formatInstance } from './instance-label';

it.each([
  ['task/review', ''],
  ['task/m/attempt/1/item/2/task/inner_task', 'item 3'],
  ['task/d/attempt/1/iter/2/task/director', 'round 2'],
  ['task/m/attempt/2/item/0/task/inner_task/iter/4/attempt/1/task/director', 'attempt 2 · item 1 · round 4'],
  ['task/p/attempt/1/turn/2/tool/1/task/spawned', 'turn 2 · tool 1'],
])('the instance %s is told as “%s”', (path, label) => {
  expect(formatInstance(path)).toBe(label);
});
