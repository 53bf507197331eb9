import { describe, expect, it } from 'vitest';
import { documentOf } from '../../sample.testing';
import { locateTask } from '../../task-path';
import { connectPaths, disconnectPaths } from './connect-paths';

const document = documentOf({
  a: {},
  g: { type: 'group', subtasks: { one: { type: 'atomic' }, two: { type: 'atomic' }, three: { type: 'atomic' } } },
});

describe('connecting by place', () => {
  it('joins, moves and parts tasks within a group', () => {
    const wire = { from: 'g/one', to: 'g/two' };
    const joined = connectPaths(document, wire);
    if (!joined.ok) throw new Error(joined.error.message);
    const after = joined.value;
    expect(locateTask(after, 'g/two')?.task.dependsOn).toEqual(['one']);

    const moved = connectPaths(after, { from: 'g/one', to: 'g/three' }, wire);
    if (!moved.ok) throw new Error(moved.error.message);
    const later = moved.value;
    expect(locateTask(later, 'g/two')?.task.dependsOn ?? []).toEqual([]);
    expect(locateTask(later, 'g/three')?.task.dependsOn).toEqual(['one']);

    const parted = disconnectPaths(after, wire);
    if (!parted.ok) throw new Error(parted.error.message);
    expect(locateTask(parted.value, 'g/two')?.task.dependsOn ?? []).toEqual([]);
  });

  it('says why tasks cannot be connected', () => {
    const other = connectPaths(document, { from: 'a', to: 'g/one' });
    expect(other.ok ? '' : other.error.message).toMatch('in the same container');
    expect(connectPaths(document, { from: 'a', to: 'a' }).ok).toBe(false);
    expect(connectPaths(document, { from: 'a', to: 'g' }).ok).toBe(true);
  });
});
