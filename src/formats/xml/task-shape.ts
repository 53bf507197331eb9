import { snakeCase } from '@/base/snake-case';
import { taskTypes } from '@/workflow/tasks';
import { aroundSingle } from '../reading/find-document';
import { documentShape, type ObjectShape, taskShape } from '../schema-shape';
import { inferType } from '../task-type';
import { elementText } from './element-text';
import { childElements } from './group-fields';
import type { XmlElement } from './xml-node';

/** Name of the element of a task, and the one that is a task of the type `cond`. */
export const taskElements: readonly string[] = ['task', 'cond'];

/** Fields that some elements tell although they are named otherwise. */
const tellingMembers: Readonly<Record<string, string>> = { step: 'steps', case: 'cases' };

/** The type that an element of a task says, as it is written; undefined if it leaves it to be told by its fields. */
export function writtenType(source: string, element: XmlElement): string | undefined {
  const attribute = element.attributes.find(({ name }) => name === 'type');
  if (attribute) return attribute.value;
  const child = childElements(element).find(({ name }) => name === 'type');
  if (child) return elementText(source, child).text;
  return element.name === 'cond' ? 'cond' : undefined;
}

/** The shape of what an element of a task holds. A wrong type is the reader's to tell. */
export function shapeOfTask(source: string, element: XmlElement): ObjectShape {
  const word = writtenType(source, element)?.replaceAll('-', '_');
  if (word === 'function') return functionShape;
  const type = taskTypes.find((known) => known === word);
  if (type) return taskShape(type);
  if (word === 'director' || word === 'evaluator') return taskShape('atomic');
  const keys = new Set(element.attributes.map(({ name }) => snakeCase(name)));
  for (const { name } of childElements(element)) keys.add(tellingMembers[name] ?? snakeCase(name));
  return taskShape(inferType((field) => keys.has(field)));
}

/** A function, which is a task of the library: what a definition holds, under some other names. */
const functionShape: ObjectShape = makeFunctionShape();

function makeFunctionShape(): ObjectShape {
  const library = documentShape.fields.get('library')?.shape;
  const definition = library?.kind === 'record' ? library.value : undefined;
  const { id, name } = Object.fromEntries(taskShape('atomic').fields);
  if (definition?.kind !== 'object' || id === undefined || name === undefined) throw new Error('No such shape.');
  const { task, ...fields } = Object.fromEntries(definition.fields);
  const own = { ...fields, id, name, ...(task && { task, body: task }) };
  return { kind: 'object', isOpen: true, fields: new Map(Object.entries(own)) };
}

/** The shape of a task that is the root of its text, with what belongs to the workflow around it. */
export function rootShape(shape: ObjectShape): ObjectShape {
  const around = [...documentShape.fields].filter(([key]) => aroundSingle.includes(key));
  return { ...shape, fields: new Map([...around, ...shape.fields]) };
}
