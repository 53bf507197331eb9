import type { DocumentPath } from '../diagnostic';
import { mapField, mapItems, mapMembers } from '../map-same';
import type { TaskId } from '../names';
import type { Task, TaskOf, TaskType } from '.';
import { findInputTask } from './input-kind';
import { hasOwnSlots, type TypeWithSlots } from './traits';

/** The role of a task in its container. It decides which names the task is given and what it must return. */
export type PartRole =
  | 'input'
  | 'best_of_evaluator'
  | 'step'
  | 'subtask'
  | 'case'
  | 'else'
  | 'map_item'
  | 'reduce_item'
  | 'reduction'
  | 'director'
  | 'director_script'
  | 'evaluator';

/** The position of a task in its container. */
export interface PartPosition {
  readonly role: PartRole;
  /**
   * The document path from the container, as in a file: `['steps', 0]`, `['subtasks', 'web']`, `['best_of',
   * 'evaluator']`.
   */
  readonly path: DocumentPath;
  /** The id: of steps and subtasks the one among their siblings, else the task's own, if it has one. */
  readonly id: TaskId | undefined;
  /**
   * Its name in the container, unique there: of steps and subtasks the id, else `inner_task`, `director`, `case:1`,
   * `else`, `input:NAME`, `best_of`. Task paths (`workflow/task-path.ts`) and journal paths are made of these.
   */
  readonly segment: string;
}

type MapPart = (part: Task, position: PartPosition) => Task;
type MapParts<K extends TaskType> = (task: TaskOf<K>, map: MapPart) => TaskOf<K>;

/** The id of a step: its own, else `step_1`, `step_2`, … by its index, which counts from 0. */
export function getStepId(step: Task, index: number): TaskId {
  return step.id ?? (`step_${index + 1}` as TaskId);
}

const mapSingle = (part: Task, map: MapPart, role: PartRole, segment: string, ...path: DocumentPath) =>
  map(part, { role, path, id: part.id, segment });
const mapSibling = (part: Task, map: MapPart, role: PartRole, id: TaskId, ...path: DocumentPath) =>
  map(part, { role, path, id, segment: id });
/** The tasks in the fields that are specific to each type. */
const ownParts: { readonly [K in TypeWithSlots]: MapParts<K> } = {
  sequential: (task, map) =>
    mapField(task, 'steps', (steps) =>
      mapItems(steps, (step, index) => mapSibling(step, map, 'step', getStepId(step, index), 'steps', index)),
    ),
  group: (task, map) =>
    mapField(task, 'subtasks', (subtasks) =>
      mapMembers(subtasks, (subtask, id) => mapSibling(subtask, map, 'subtask', id as TaskId, 'subtasks', id)),
    ),
  map: (task, map) =>
    mapField(task, 'innerTask', (inner) => mapSingle(inner, map, 'map_item', 'inner_task', 'inner_task')),
  reduce: (task, map) => {
    const inner = mapField(task, 'innerTask', (part) =>
      mapSingle(part, map, 'reduce_item', 'inner_task', 'inner_task'),
    );
    return mapField(inner, 'reductionTask', (part) =>
      mapSingle(part, map, 'reduction', 'reduction_task', 'reduction_task'),
    );
  },
  cond: (task, map) => {
    const cases = mapField(task, 'cases', (all) =>
      mapItems(all, (one, index) =>
        mapField(one, 'task', (part) => mapSingle(part, map, 'case', `case:${index + 1}`, 'cases', index, 'task')),
      ),
    );
    return mapField(cases, 'else', (part) => mapSingle(part, map, 'else', 'else', 'else'));
  },
  director_evaluator: (task, map) => {
    const director = mapField(task, 'director', (part) => mapSingle(part, map, 'director', 'director', 'director'));
    const script = mapField(director, 'script', (part) => mapSingle(part, map, 'director_script', 'script', 'script'));
    return mapField(script, 'evaluator', (part) => mapSingle(part, map, 'evaluator', 'evaluator', 'evaluator'));
  },
};

/**
 * Passes each task directly within a task through a function: nested inputs, the evaluator of `best_of`, then the parts
 * of its type, in the order of a file. The same object if none changed.
 */
export function mapParts(task: Task, map: MapPart): Task {
  const inputs = mapField(task, 'inputs', (all) =>
    mapMembers(all, (input, name) => {
      const part = findInputTask(input);
      if (part === undefined) return input;
      const mapped = mapSingle(part, map, 'input', `input:${name}`, 'inputs', name, 'task');
      return mapped === part ? input : { task: mapped };
    }),
  );
  const bestOf = mapField(inputs, 'bestOf', (best) =>
    mapField(best, 'evaluator', (part) => mapSingle(part, map, 'best_of_evaluator', 'best_of', 'best_of', 'evaluator')),
  );
  return hasOwnSlots(bestOf) ? (ownParts[bestOf.type] as MapParts<TypeWithSlots>)(bestOf, map) : bestOf;
}

/**
 * Passes the task at a path within a task through a function; the same object if there is none. The path is as a file
 * has it; an empty path means the task itself.
 */
export function mapPartAt(task: Task, path: DocumentPath, map: (part: Task) => Task): Task {
  if (path.length === 0) return map(task);
  return mapParts(task, (part, position) => {
    const leads = position.path.every((step, index) => step === path[index]);
    return leads ? mapPartAt(part, path.slice(position.path.length), map) : part;
  });
}
