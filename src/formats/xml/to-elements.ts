import type { Json, JsonObject } from '@/base/json';
import type { TaskType } from '@/workflow/tasks';
import {
  contentKey,
  extensionNamespace,
  extensionsElement,
  findExtensionName,
  findMembersShape,
  formatAttribute,
  getXmlForm,
  type MembersForm,
} from '../element-names';
import { getTaskShape, type ObjectShape, type Shape } from '../schema-shape';
import { isXmlText } from './characters';
import type { WrittenAttribute, WrittenElement } from './written-element';

/**
 * The element of an object: its fields as attributes and elements, in the order of `value`, which has the form of a
 * file.
 */
export function buildObjectElement(
  name: string,
  value: JsonObject,
  shape: ObjectShape,
  key?: WrittenAttribute,
): WrittenElement {
  const attributes: WrittenAttribute[] = key ? [key] : [];
  const elements: WrittenElement[] = [];
  const others: Record<string, Json> = {};
  for (const [field, member] of Object.entries(value)) {
    const fieldShape = shape.fields.get(field)?.shape;
    const extension = fieldShape ? undefined : findExtensionName(field);
    if (extension !== undefined) elements.push(buildExtensionElement(extension, member));
    else if (fieldShape === undefined) others[field] = member;
    else if (field !== key?.[0] && isAttribute(field, member, fieldShape)) attributes.push([field, String(member)]);
    else elements.push(...buildFieldElements(field, member, fieldShape));
  }
  if (Object.keys(others).length > 0) elements.push(buildJsonElement(extensionsElement, others));
  const [only, ...more] = elements;
  const text = only?.name === contentKey && only.content.kind === 'text' ? only.content : undefined;
  // An element without text has an empty one only if it must have one.
  const isRead = text !== undefined && (text.text !== '' || shape.fields.get(contentKey)?.isRequired === true);
  const isText = isRead && attributes.length > 0 && more.length === 0;
  return { name, attributes, content: isText ? text : { kind: 'elements', elements } };
}

/** Whether a field is written as an attribute. */
export function isAttribute(field: string, value: Json, shape: Shape): boolean {
  return getXmlForm(field, shape).kind === 'attribute' && (typeof value !== 'string' || isXmlText(value));
}

const buildExtensionElement = (name: string, value: Json): WrittenElement => ({
  name: `x:${name}`,
  attributes: [['xmlns:x', extensionNamespace]],
  content: { kind: 'json', value },
});

function buildJsonElement(name: string, value: Json, key?: WrittenAttribute): WrittenElement {
  const attributes: WrittenAttribute[] = [...(key ? [key] : []), [formatAttribute, 'json']];
  return { name, attributes, content: { kind: 'json', value } };
}

/** The elements of a field that is no attribute: a single one, or one for each member. */
export function buildFieldElements(field: string, value: Json, shape: Shape): readonly WrittenElement[] {
  const form = getXmlForm(field, shape);
  if (form.kind === 'json') return [buildJsonElement(field, value)];
  if (form.kind === 'members') return buildMembersElements(field, value, shape, form);
  if (!Array.isArray(value)) return [buildValueElement(field, value, shape)];
  return buildRepeatedElements(field, value, shape) ?? [buildJsonElement(field, value)];
}

/** An element for each item; undefined if they would not be read back as this list. */
function buildRepeatedElements(field: string, items: readonly Json[], shape: Shape): WrittenElement[] | undefined {
  const list = listIn(shape);
  if (list === undefined || items.length === 0 || (items.length === 1 && isTakingPlain(shape))) return undefined;
  const elements = items.map((item) => buildValueElement(field, item, list.item));
  return elements.some(({ content }) => content.kind === 'json') ? undefined : elements;
}

function buildMembersElements(field: string, value: Json, shape: Shape, form: MembersForm): readonly WrittenElement[] {
  if (typeof value === 'string' && isTakingKind(shape, 'text')) return [buildValueElement(field, value, shape)];
  const members = buildMemberElements(value, findMembersShape(shape), form);
  if (members === undefined || (form.isBare && members.length === 0)) return [buildJsonElement(field, value)];
  return form.isBare ? members : [{ name: field, attributes: [], content: { kind: 'elements', elements: members } }];
}

/** The elements of the members of a map or a list; undefined if they cannot be elements. */
function buildMemberElements(value: Json, shape: Shape | undefined, form: MembersForm): WrittenElement[] | undefined {
  if (Array.isArray(value) && shape?.kind === 'list') {
    return value.map((item: Json) => buildValueElement(form.element, item, shape.item));
  }
  if (shape?.kind !== 'record' || typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  if (!entries.every(([key]) => isXmlText(key))) return undefined;
  return entries.map(([key, member]) => buildValueElement(form.element, member, shape.value, [form.key, key]));
}

/** The element of a single value. `key` is the attribute that identifies it in a map. */
export function buildValueElement(name: string, value: Json, shape: Shape, key?: WrittenAttribute): WrittenElement {
  if (shape.kind === 'union') return buildUnionElement(name, value, shape.options, key);
  if (shape.kind === 'task') {
    const type = ((value as JsonObject)['type'] ?? 'atomic') as TaskType;
    return buildObjectElement(name, value as JsonObject, getTaskShape(type), key);
  }
  if (shape.kind === 'object') return buildObjectElement(name, value as JsonObject, shape, key);
  const text = formatPlainValue(value, shape);
  if (text === undefined || !isXmlText(text)) return buildJsonElement(name, value, key);
  return { name, attributes: key ? [key] : [], content: { kind: 'text', text } };
}

/** A plain value as text; undefined if it would be read back as something else. */
function formatPlainValue(value: Json, shape: Shape): string | undefined {
  if (typeof value === 'string') return value;
  if (shape.kind === 'any' || typeof value === 'object') return undefined;
  return Object.is(value, -0) ? '-0' : String(value);
}

function buildUnionElement(
  name: string,
  value: Json,
  options: readonly Shape[],
  key?: WrittenAttribute,
): WrittenElement {
  const hasKind = (...kinds: readonly string[]): boolean => options.some(({ kind }) => kinds.includes(kind));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const option = options.find(
      (shape) => shape.kind === 'object' && isObjectOf(shape, value as JsonObject, hasKind('any')),
    );
    const element = option && buildValueElement(name, value, option, key);
    // An element without content would be read as an empty text.
    return element === undefined || isBlank(element, key) ? buildJsonElement(name, value, key) : element;
  }
  // Where a boolean is allowed, the text `true` would be read as one.
  const isText = typeof value === 'string' && !(hasKind('boolean') && (value === 'true' || value === 'false'));
  return isText || hasKind(typeof value)
    ? buildValueElement(name, value, { kind: isText ? 'any' : 'boolean' }, key)
    : buildJsonElement(name, value, key);
}

/**
 * Whether all fields of an object belong to this shape. With `strictly`, their values must be of the right kind too;
 * this is needed where other objects are allowed as well.
 */
function isObjectOf(shape: ObjectShape, value: JsonObject, strictly: boolean): boolean {
  return Object.entries(value).every(([key, member]) => {
    const field = shape.fields.get(key);
    if (!strictly) return field !== undefined || key.startsWith('x-');
    if (field?.shape.kind === 'text') return typeof member === 'string' && member !== '';
    return field?.shape.kind === 'task' && typeof member === 'object' && member !== null && !Array.isArray(member);
  });
}

const isBlank = ({ attributes, content }: WrittenElement, key?: WrittenAttribute): boolean =>
  content.kind === 'elements' && content.elements.length === 0 && attributes.length === (key ? 1 : 0);

/** The shapes that are allowed for a value. */
export const listOptions = (shape: Shape): readonly Shape[] => (shape.kind === 'union' ? shape.options : [shape]);

/** Whether a shape of this kind is allowed. */
export const isTakingKind = (shape: Shape, kind: Shape['kind']): boolean =>
  shape.kind === 'union' ? shape.options.some((option) => option.kind === kind) : shape.kind === kind;

/** The list shape that is allowed for a value, if any. */
export const listIn = (shape: Shape): Extract<Shape, { kind: 'list' }> | undefined =>
  listOptions(shape).find((option) => option.kind === 'list');

/** Whether a single plain value is allowed in place of a list, so that a list of one item needs brackets. */
export function isTakingPlain(shape: Shape): boolean {
  const plain: readonly Shape['kind'][] = ['text', 'choice', 'boolean', 'number', 'any'];
  return shape.kind === 'union' && shape.options.some(({ kind }) => plain.includes(kind));
}
