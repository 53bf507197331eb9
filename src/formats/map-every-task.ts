import type { Json, JsonObject } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { documentShape, type Shape, taskShape } from './schema-shape';
import { optionFor } from './written-form';

/** The document with every task in it passed through a function, at any depth: those in tasks and in the library too. */
export function mapEveryTask(document: WorkflowDocument, map: (task: Task) => Task): WorkflowDocument {
  return mapped(document as unknown as Json, documentShape, map) as unknown as WorkflowDocument;
}

function mapped(value: Json, shape: Shape, map: (task: Task) => Task): Json {
  if (value === null || typeof value !== 'object') return value;
  if (shape.kind === 'union') return mapped(value, optionFor(value, shape.options), map);
  if (shape.kind === 'task') {
    const task = map(value as unknown as Task);
    return mapped(task as unknown as Json, taskShape(task.type), map);
  }
  if (shape.kind === 'list' && Array.isArray(value)) return value.map((item) => mapped(item, shape.item, map));
  if (shape.kind !== 'object' && shape.kind !== 'record') return value;
  const next: Record<string, Json> = { ...(value as JsonObject) };
  const members =
    shape.kind === 'object'
      ? [...shape.fields.values()].map((field) => [field.name, field.shape] as const)
      : Object.keys(next).map((key) => [key, shape.value] as const);
  for (const [name, inner] of members) {
    const member = next[name];
    if (member !== undefined) next[name] = mapped(member, inner, map);
  }
  return next;
}
