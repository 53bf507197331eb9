import { isAlias, isMap, isScalar, type Node, type YAMLMap } from 'yaml';
import { closest } from '@/base/did-you-mean';
import { snakeCase } from '@/base/snake-case';
import type { DocumentPath } from '@/workflow/diagnostic';
import { type Task, type TaskType, taskTypes } from '@/workflow/tasks';
import { taskShape } from '../schema-shape';
import { inferType } from '../task-type';
import { readObject } from './read-value';
import { isEmpty, type Reading, readAlias, replaceText, report, scalarText, spanOf } from './reading';

/** Other words for a type; `director` and `evaluator` are atomic tasks of that subtype. */
const typeAliases: Readonly<Record<string, { readonly type: TaskType; readonly subtype?: string }>> = {
  director: { type: 'atomic', subtype: 'director' },
  evaluator: { type: 'atomic', subtype: 'evaluator' },
};

/**
 * Reads a task. Its type is the one written, else the one that its fields tell. `ignored` are keys that belong to what holds the task. Undefined if it is no task.
 */
export function readTask(
  reading: Reading,
  node: Node | null,
  path: DocumentPath,
  ignored: readonly string[] = [],
): Task | undefined {
  if (isAlias(node)) return readAlias(reading, node, path, (target) => readTask(reading, target, path, ignored));
  if (isEmpty(node)) return { type: 'atomic' };
  if (!isMap(node)) {
    report(reading, 'HED202', 'Here should be a task, with its fields below it.', path, spanOf(node));
    return undefined;
  }
  const { type, subtype } = typeOf(reading, node, path);
  const task = readObject(reading, node, taskShape(type), path, {
    keys: ['type', ...ignored],
    read: () => undefined,
  });
  const read = { ...task, type, ...(subtype === undefined || task['subtype'] !== undefined ? {} : { subtype }) };
  // Every field was checked against its schema while it was read.
  return read as unknown as Task;
}

function typeOf(
  reading: Reading,
  map: YAMLMap,
  path: DocumentPath,
): { readonly type: TaskType; readonly subtype?: string } {
  const keys = new Set<string>();
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    if (scalarText(key) !== 'type') keys.add(snakeCase(scalarText(key)));
    else if (isScalar(value) && !isEmpty(value)) {
      const written = scalarText(value);
      const word = written.replaceAll('-', '_');
      const known = taskTypes.find((type) => type === word);
      if (known !== undefined) return { type: known };
      if (Object.hasOwn(typeAliases, word)) return typeAliases[word] ?? { type: 'atomic' };
      const meant = closest(word, taskTypes);
      const message = `There is no task type "${written}".${meant === undefined ? ` Types are ${taskTypes.join(', ')}.` : ` Did you mean "${meant}"?`}`;
      const fix = meant === undefined ? {} : { fix: replaceText(reading, `Change to ${meant}`, spanOf(value), meant) };
      report(reading, 'HED203', message, [...path, 'type'], spanOf(value), fix);
    }
  }
  return { type: inferType((field) => keys.has(field)) };
}
