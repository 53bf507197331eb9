import { isMap, isScalar, type Pair, type YAMLMap } from 'yaml';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskRecord } from '@/workflow/task-record';
import type { TaskOf } from '@/workflow/tasks';
import { taskShape, writtenKey } from '../../schema-shape';
import { functionOfBody } from '../block-keys';
import { pairOf, scalarText } from '../nodes';

type Library = NonNullable<WorkflowDocument['library']>;

/**
 * A library that was read without the tasks of some functions, with these tasks. What did not change is taken from the
 * library `before`. `places`: how many fields of each function come before its tasks, by the key of its region.
 */
export function withBodies(
  library: Library | undefined,
  before: Library | undefined,
  places: ReadonlyMap<string, number>,
  tasksOf: (key: string) => TaskRecord,
): Library | undefined {
  if (library === undefined || places.size === 0) return library;
  const whole = { ...library };
  for (const [key, place] of places) {
    const name = functionOfBody(key) ?? '';
    const definition = library[name];
    const fields = Object.entries(definition?.task ?? {});
    fields.splice(place, 0, ['subtasks', tasksOf(key)]);
    const was = before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined;
    const task = sameOrNew(was?.task, Object.fromEntries(fields) as TaskOf<'group'>);
    whole[name] = sameOrNew(was, { ...definition, task });
  }
  return sameOrNew(before, whole);
}

/** The object `before` if it has the very same members in the same order. */
function sameOrNew<T extends object>(before: T | undefined, after: T): T {
  const [old, now] = [Object.entries(before ?? {}), Object.entries(after)];
  const isSame =
    old.length === now.length && now.every(([key, is], index) => old[index]?.[0] === key && old[index]?.[1] === is);
  return before !== undefined && isSame ? before : after;
}

/** How many fields of a function come before its tasks, as it is written in a text with this root. */
export function fieldsBeforeTasks(root: unknown, name: string, body: TaskOf<'group'>): number {
  const library = mapIn(root, (map) => pairOf(map, 'library'));
  const definition = mapIn(library, ({ items }) => items.find(({ key }) => isScalar(key) && scalarText(key) === name));
  const items = mapIn(definition, (map) => pairOf(map, 'task'))?.items ?? [];
  const { fields } = taskShape('group');
  const names = Object.keys(body);
  let count = 0;
  for (const { key } of items) {
    const written = isScalar(key) ? writtenKey(scalarText(key), (known) => fields.has(known)) : undefined;
    if (written === 'subtasks') break;
    const field = written === undefined ? undefined : fields.get(written)?.name;
    if (field !== undefined) count = Math.max(count, names.indexOf(field) + 1);
  }
  return count;
}

const mapIn = (holder: unknown, find: (map: YAMLMap) => Pair | undefined): YAMLMap | undefined => {
  const value = isMap(holder) ? find(holder)?.value : undefined;
  return isMap(value) ? value : undefined;
};
