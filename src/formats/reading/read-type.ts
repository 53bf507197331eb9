import { findClosest } from '@/base/did-you-mean';
import { convertToSnakeCase } from '@/base/snake-case';
import type { DocumentPath } from '@/workflow/diagnostic';
import { nestedHabits, typeHabits } from '@/workflow/habits';
import { type TaskType, taskTypes } from '@/workflow/tasks';
import { inferType, tellingFields } from '../task-type';
import { reportMeant } from './read-scalar';
import type { Reading } from './reading';
import { isUnset, type MapNode } from './syntax-node';

/** A type, and the subtype that some former words for types imply. */
export interface ReadType {
  readonly type: TaskType;
  readonly subtype?: string;
}

/** Former words for types; `director` and `evaluator` are atomic tasks of that subtype. */
const olderTypes: Readonly<Record<string, ReadType>> = {
  director: { type: 'atomic', subtype: 'director' },
  evaluator: { type: 'atomic', subtype: 'evaluator' },
};

/** Keys that imply the type of a task, with the names of their fields. */
const tellingKeys: ReadonlyMap<string, string> = new Map([
  ...tellingFields.map(([field]) => [field, field] as const),
  ['step', 'steps'],
]);

/** The type of a task: the stated one, else the one that its fields imply. */
export function readType(reading: Reading, map: MapNode, path: DocumentPath): ReadType {
  const written = map.entries.find(({ key }) => key === 'type')?.value ?? null;
  if (written?.kind === 'scalar' && !isUnset(written)) {
    const word = written.text.replaceAll('-', '_');
    const type = taskTypes.find((known) => known === word);
    if (type !== undefined) return { type };
    const older = Object.hasOwn(olderTypes, word) ? olderTypes[word] : undefined;
    if (older !== undefined) return older;
    const habit = Object.hasOwn(typeHabits, word) ? typeHabits[word] : undefined;
    const meant =
      taskTypes.find((known) => known === habit) ?? taskTypes.find((known) => known === findClosest(word, taskTypes));
    const hint = meant === undefined ? `Types are ${taskTypes.join(', ')}.` : `Did you mean "${meant}"?`;
    const message = `There is no task type "${written.text}". ${hint}`;
    reportMeant(reading, 'HED203', message, [...path, 'type'], written.span, meant);
    // Its keys are those of the type that was meant.
    if (meant !== undefined) return { type: meant };
  }
  const keys = map.entries.map(({ key }) => convertToSnakeCase(key));
  const told = keys.map(
    (key) => tellingKeys.get(key) ?? (Object.hasOwn(nestedHabits, key) ? nestedHabits[key]?.[0] : undefined),
  );
  return { type: inferType((field) => told.includes(field)) };
}
