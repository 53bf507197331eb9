import { defined } from '@/base/defined';
import { type TaskType, taskTypes } from '@/workflow/tasks';
import { aroundSingle } from '../reading/find-document';
import { createObjectShape, documentShape, getTaskShape, type ObjectShape } from '../schema-shape';
import { inferType, tellingFields } from '../task-type';
import { readElementText } from './element-text';
import { findFirstElement, listChildElements } from './group-fields';
import { findStrayText } from './syntax-parts';
import type { XmlElement } from './xml-node';

/** Name of the element of a task. */
export const taskElement = 'task';

/** Name of the element of a task of the type `cond`. */
export const condElement = 'cond';

/** Whether an element of this name is a task anywhere. */
export const isTaskElement = (name: string): boolean => name === taskElement || name === condElement;

/** Names of elements that imply the type of their task, with the field that each stands for. */
const tellingNames: ReadonlyMap<string, string> = new Map([
  ...tellingFields.map(([field]) => [field, field] as const),
  ['innerTask', 'inner_task'],
  ['reductionTask', 'reduction_task'],
  ['step', 'steps'],
  ['case', 'cases'],
]);

/** The type of a task element as it is written. */
export function findWrittenType(source: string, element: XmlElement): string | undefined {
  const attribute = element.attributes.find(({ name }) => name === 'type');
  if (attribute) return attribute.value;
  if (element.name === condElement) return 'cond';
  const child = element.children.find((held) => held.kind === 'element' && held.name === 'type');
  return child?.kind === 'element' ? readElementText(source, child).text : undefined;
}

/** The type that the fields of a task imply. */
export function inferTaskType({ attributes, children }: XmlElement): TaskType {
  const told: string[] = [];
  const noteField = (name: string): void => {
    const field = tellingNames.get(name);
    if (field !== undefined) told.push(field);
  };
  for (const { name } of attributes) noteField(name);
  for (const child of children) if (child.kind === 'element') noteField(child.name);
  return inferType((field) => told.includes(field));
}

/** The shape of a task element's content. The reader reports a wrong type. */
export function findTaskShape(source: string, element: XmlElement): ObjectShape {
  const word = findWrittenType(source, element)?.replaceAll('-', '_');
  if (word === 'function') return functionShape;
  return getTaskShape(taskTypes.find((type) => type === word) ?? inferTaskType(element));
}

/** A function is a task of the library: it has the fields of a definition, some under other names. */
const functionShape: ObjectShape = makeFunctionShape();

function makeFunctionShape(): ObjectShape {
  const library = documentShape.fields.get('library')?.shape;
  const definition = library?.kind === 'record' ? library.value : undefined;
  const { id, name } = Object.fromEntries(getTaskShape('atomic').fields);
  if (definition?.kind !== 'object' || id === undefined || name === undefined) throw new Error('No such shape.');
  const { task, ...fields } = Object.fromEntries(definition.fields);
  const own = { ...fields, id, name, ...defined({ task, body: task }) };
  return createObjectShape(new Map(Object.entries(own)), true);
}

/** The shape of a task that is the root of its text, with the workflow's fields that may be beside it. */
export function addWorkflowFields(shape: ObjectShape): ObjectShape {
  const around = [...documentShape.fields].filter(([key]) => aroundSingle.includes(key));
  return createObjectShape(new Map([...around, ...shape.fields]), shape.isOpen);
}

/** The task within an element that has no attributes and no other parts: `<director><task>…</task></director>`. */
export function findHeldTask(element: XmlElement): XmlElement | undefined {
  const only = element.attributes.length === 0 ? findFirstElement(element) : undefined;
  if (only === undefined || !isTaskElement(only.name)) return undefined;
  return listChildElements(element).length === 1 && findStrayText(element) === undefined ? only : undefined;
}
