import { describe, expect, it } from 'vitest';
import { runEventSchema } from '@/run/events';
import { formatKind, formatKinds, kindGroups } from './kind-groups';

describe('the kinds of events that can be chosen', () => {
  it('are all there are, each once', () => {
    const known = runEventSchema.options.map(({ shape }) => shape.kind.value);
    expect(kindGroups.flatMap(({ kinds }) => kinds).toSorted()).toEqual(known.toSorted());
  });

  it('have a plain label each, no two alike', () => {
    const labels = kindGroups.flatMap(({ kinds }) => kinds.map(formatKind));
    expect(labels.filter((label) => !/^[A-Z][a-z ]+$/.test(label))).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('are named by their label, by that of their group, or by how many they are', () => {
    const [, tasks] = kindGroups;
    expect(formatKinds([])).toBe('All kinds');
    expect(formatKinds(['task.failed'])).toBe('Task failed');
    expect(formatKinds(tasks?.kinds ?? [])).toBe('Tasks');
    expect(formatKinds(['task.failed', 'run.failed'])).toBe('2 kinds');
  });
});
