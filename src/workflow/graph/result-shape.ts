import { errorCodes } from '@/base/errors';
import { olderResourceNames, type RecordField, resourceNames, resultStatuses } from '../expressions/environment';
import type { Task } from '../tasks';
import {
  anyShape,
  createChoiceShape,
  createExactShape,
  plainShape,
  readSchemaShape,
  type ValueShape,
} from './value-shape';

const createPlainFields = (...names: readonly string[]): ValueShape =>
  createExactShape(Object.fromEntries(names.map((name) => [name, plainShape])));

/** The fields of every result but its output. */
const recordShapes: { readonly [K in Exclude<RecordField, 'output'>]: ValueShape } = {
  content: plainShape,
  status: createChoiceShape(resultStatuses),
  error: createExactShape({
    code: createChoiceShape(errorCodes),
    resource: createChoiceShape([...resourceNames, ...olderResourceNames.keys()]),
    used: plainShape,
    limit: plainShape,
    message: plainShape,
    retryable: plainShape,
  }),
  criteria: anyShape,
  notes: anyShape,
  usage: createPlainFields('input_tokens', 'output_tokens', 'reasoning_tokens', 'cached_tokens', 'cost_usd'),
  metrics: anyShape,
  attempts: plainShape,
  duration_ms: plainShape,
};

const shapes = new WeakMap<Task, ValueShape>();

/**
 * What is known of a task's result before it ran: the fields of its record, and of its output what its schema or type
 * tells. Computed once per task object.
 */
export function buildResultShape(task: Task): ValueShape {
  const known = shapes.get(task);
  if (known !== undefined) return known;
  const shape = createExactShape({ ...recordShapes, output: buildOutputShape(task) });
  shapes.set(task, shape);
  return shape;
}

/** The shape of a task's output, by its schema, else by its type. */
export function buildOutputShape(task: Task): ValueShape {
  if (task.outputSchema !== undefined) return readSchemaShape(task.outputSchema);
  switch (task.type) {
    case 'map':
      return { kind: 'list', items: task.innerTask === undefined ? anyShape : buildOutputShape(task.innerTask) };
    case 'group':
      return task.completionMode === 'any' ? anyShape : buildSubtaskOutputs(task.subtasks ?? {});
    case 'sequential':
      return buildLastOutput(task.steps ?? []);
    case 'call':
      return task.ref === undefined ? anyShape : { kind: 'returned', ref: task.ref };
    case 'associative_memory':
      return createExactShape({
        context: plainShape,
        matches: { kind: 'list', items: { kind: 'list', items: plainShape } },
      });
    default:
      return anyShape;
  }
}

function buildSubtaskOutputs(subtasks: Readonly<Record<string, Task>>): ValueShape {
  return createExactShape(
    Object.fromEntries(Object.entries(subtasks).map(([id, task]) => [id, buildOutputShape(task)])),
  );
}

/** The output of the last step, unless it may be skipped: then that of another step is the result. */
function buildLastOutput(steps: readonly Task[]): ValueShape {
  const last = steps.at(-1);
  return last === undefined || mayBeSkipped(last) ? anyShape : buildOutputShape(last);
}

/** Whether a task may be skipped, though the one before it was not. */
export function mayBeSkipped({ type, triggerRule, condition, disabled, errorHandling }: Task): boolean {
  if (type === 'cond' || triggerRule === 'one_failed' || condition !== undefined || disabled === true) return true;
  return errorHandling?.onError === 'skip';
}
