import { defined } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { taskSchemas } from '@/workflow/tasks/task-schema';
import { documentShape, getTaskShape, type ObjectShape, type Shape } from './schema-shape';

type Members = { readonly [key: string]: unknown };

/** A task as a file has it: snake_case keys in canonical order, `x-` keys beside the others. */
export function writeTaskForm(task: Task): JsonObject {
  const { id, type, ...fields } = writeObjectForm(task, getTaskShape(task.type));
  // A task is atomic by default; stating it in every task would be noise.
  return {
    ...defined({ id, type: type === 'atomic' || type === undefined ? undefined : type }),
    ...fields,
  };
}

/**
 * A task as the root of a file: a template. An atomic task without a description needs its type to be recognised as a
 * task.
 */
export function writeTemplateForm(id: string, task: Task): JsonObject {
  const isPlain = task.type === 'atomic' && task.description === undefined;
  return { id, ...(isPlain ? { type: task.type } : {}), ...writeTaskForm(task) };
}

/** A document, or a part of one, as a file has it. */
export function writeDocumentForm(document: Partial<WorkflowDocument>): JsonObject {
  return writeObjectForm(document, documentShape);
}

/** The parts of a document that grow, in their order: they are last, after the workflow's own `x-` keys. */
export const lastKeys: readonly string[] = ['tasks', 'test_defaults', 'tests', 'layout'];

function writeObjectForm(value: Members, shape: ObjectShape): JsonObject {
  const written: Record<string, Json> = {};
  const last: [string, Json][] = [];
  for (const [key, field] of shape.fields) {
    const member = value[field.name];
    if (member === undefined) continue;
    const entry: [string, Json] = [key, writeValueForm(member as Json, field.shape)];
    if (lastKeys.includes(key)) last.push(entry);
    else written[key] = entry[1];
  }
  last.sort(([one], [other]) => lastKeys.indexOf(one) - lastKeys.indexOf(other));
  return Object.assign(written, value['extensions'], Object.fromEntries(last));
}

function writeValueForm(value: Json, shape: Shape): Json {
  if (value === null || typeof value !== 'object' || shape.kind === 'any') return value;
  if (shape.kind === 'union') return writeValueForm(value, findWrittenOption(value, shape.options));
  // A literal may look like an input with a task, but hold none.
  if (shape.kind === 'task') return isTask(value) ? writeTaskForm(value) : value;
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => {
      const inner = shape.kind === 'list' ? shape.item : shape.kind === 'tuple' ? shape.items[index] : undefined;
      return inner === undefined ? item : writeValueForm(item, inner);
    });
  }
  if (shape.kind === 'object') return writeObjectForm(value as Members, shape);
  if (shape.kind !== 'record') return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => [key, writeValueForm(member, shape.value)]),
  );
}

/** Which of the shapes of a union a value has. */
const isTask = (value: unknown): value is Task =>
  Object.hasOwn(taskSchemas, String((value as Readonly<Record<string, unknown>>)['type']));

function findWrittenOption(value: object, options: readonly Shape[]): Shape {
  const isFitting = (option: Shape): boolean => {
    if (Array.isArray(value)) return option.kind === 'list' || option.kind === 'tuple';
    if (option.kind !== 'object') return option.kind === 'record';
    const names = new Set([...option.fields.values()].map((field) => field.name));
    return Object.keys(value).every((key) => names.has(key) || key === 'extensions');
  };
  return options.find(isFitting) ?? { kind: 'any' };
}
