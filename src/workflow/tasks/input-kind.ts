import type { Json } from '@/base/json';
import { type Input, isTaskType, type Task } from '.';

/** The reference in `{from: …}`; undefined for a literal and for a task. */
export function readFrom(value: Input | Json | undefined): string | undefined {
  const from = getOnlyMember(value, 'from');
  return typeof from === 'string' ? from : undefined;
}

/** The task in `{task: …}`; undefined for any other input. */
export function findInputTask(input: Input | undefined): Task | undefined {
  const task = getOnlyMember(input, 'task');
  if (typeof task !== 'object' || task === null || !('type' in task)) return undefined;
  return isTaskType(task.type) ? (task as Task) : undefined;
}

function getOnlyMember(value: unknown, key: 'from' | 'task'): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length === 1 && keys[0] === key ? (value as Readonly<Record<string, Json>>)[key] : undefined;
}
