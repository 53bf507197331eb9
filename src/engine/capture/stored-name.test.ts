import { expect, it } from 'vitest';
import { buildShortId } from '@/run/short-id';
import { buildStoredName } from './stored-name';

it('names a stored output by the place and the round that it came about in', () => {
  expect(buildStoredName('task/generate/iter/3/attempt/1/script/1')).toBe('generate.iter-3');
  expect(buildStoredName('task/group/attempt/1/task/web/attempt/2/script/1')).toBe('group.web.attempt-2');
  expect(buildStoredName('task/review/attempt/1/turn/2/tool/1')).toBe('review.turn-2.tool-1');
  expect(buildStoredName('task/m/attempt/1/item/0/task/inner_task/attempt/1')).toBe('m.item-0.inner_task');
});

it('uses only letters that every system takes, keeps names short, and tells those apart that would be the same', () => {
  for (const path of ['task/a.b/attempt/1', 'task/m/attempt/1/task/input:x', `task/${'long'.repeat(100)}`]) {
    const name = buildStoredName(path);
    expect(name).toMatch(/^[A-Za-z0-9_.-]{1,160}$/);
    expect(name.endsWith(`-${buildShortId(path)}`)).toBe(true);
  }
});
