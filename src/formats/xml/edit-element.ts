import { isJsonObject, isSameInOrder, type Json, type JsonObject } from '@/base/json';
import type { TaskType } from '@/workflow/tasks';
import { extensionsElement, findExtensionName, findMembersShape, getXmlForm, type MembersForm } from '../element-names';
import { getTaskShape, type ObjectShape, type Shape } from '../schema-shape';
import { inferType } from '../task-type';
import { escapeAttribute } from './characters';
import { editEntries, editItems, type MemberElements, type ValueChange } from './edit-members';
import {
  type FieldParts,
  findFirstElement,
  findFormatAttribute,
  groupFieldParts,
  isMember,
  listChildElements,
} from './group-fields';
import { editAttribute, insertElements, removeElement, replaceElement, type XmlReplacement } from './place-elements';
import { findStrayText } from './syntax-parts';
import { condElement, findHeldTask, taskElement } from './task-shape';
import {
  buildFieldElements,
  buildObjectElement,
  buildValueElement,
  isAttribute,
  listIn,
  listOptions,
} from './to-elements';
import type { WrittenAttribute, WrittenElement } from './written-element';
import type { XmlElement } from './xml-node';

/**
 * The replacements that change the element of an object from the value `before` to `after`. What stays the same is not
 * touched. Undefined if the element must be written again.
 */
export function editObject(
  source: string,
  element: XmlElement,
  shape: ObjectShape,
  before: JsonObject,
  after: JsonObject,
  keyName?: string,
): readonly XmlReplacement[] | undefined {
  return new ElementEditor(source, element, shape, keyName).edit(
    groupOddKeys(before, shape),
    groupOddKeys(after, shape),
  );
}

/** Groups the `x-` keys that cannot be elements under the name of the element that holds them. */
function groupOddKeys(value: JsonObject, shape: ObjectShape): JsonObject {
  const isOdd = (key: string): boolean => !shape.fields.has(key) && findExtensionName(key) === undefined;
  const odd = Object.entries(value).filter(([key]) => isOdd(key));
  if (odd.length === 0) return value;
  const rest = Object.entries(value).filter(([key]) => !isOdd(key));
  return Object.fromEntries([...rest, [extensionsElement, Object.fromEntries(odd)]]);
}

/** Changes the value of an element: part by part if possible, otherwise by writing it again. */
function editValue(
  source: string,
  element: XmlElement,
  shape: Shape,
  { before, after }: ValueChange,
  key?: WrittenAttribute,
): readonly XmlReplacement[] {
  if (isSameInOrder(before, after)) return [];
  const object = findFormatAttribute(element) ? undefined : findSharedObject(shape, before, after);
  const inner = shape.kind === 'task' ? (findHeldTask(element) ?? element) : element;
  const edits = object && editObject(source, inner, object, before as JsonObject, after as JsonObject, key?.[0]);
  if (edits) return edits;
  // The name `cond` implies the type, which may be another now.
  const name = element.name === condElement ? taskElement : element.name;
  return [replaceElement(source, element, buildValueElement(name, after, shape, key))];
}

/** The object shape that fits the value both before and after. */
function findSharedObject(shape: Shape, before: Json, after: Json): ObjectShape | undefined {
  if (!isJsonObject(before) || !isJsonObject(after)) return undefined;
  if (shape.kind === 'object') return shape;
  if (shape.kind === 'task') {
    return before['type'] === after['type'] ? getTaskShape((after['type'] ?? 'atomic') as TaskType) : undefined;
  }
  const hasFields = (option: ObjectShape, value: JsonObject): boolean =>
    Object.keys(value).every((key) => option.fields.has(key));
  return listOptions(shape).find(
    (option): option is ObjectShape =>
      option.kind === 'object' && hasFields(option, before) && hasFields(option, after),
  );
}

/** Edits the parts of one element. */
class ElementEditor {
  readonly #source: string;
  readonly #element: XmlElement;
  readonly #shape: ObjectShape;
  readonly #keyName: string | undefined;
  readonly #groups: ReadonlyMap<string, FieldParts>;
  readonly #replacements: XmlReplacement[] = [];
  /** The new elements by the element that they come after. */
  readonly #added = new Map<XmlElement | undefined, WrittenElement[]>();

  constructor(source: string, element: XmlElement, shape: ObjectShape, keyName: string | undefined) {
    this.#source = source;
    this.#element = element;
    this.#shape = shape;
    this.#keyName = keyName;
    this.#groups = new Map(groupFieldParts(element, shape, keyName).map((parts) => [getWrittenKey(parts), parts]));
  }

  edit(before: JsonObject, after: JsonObject): readonly XmlReplacement[] | undefined {
    const isText = findFirstElement(this.#element) === undefined && findStrayText(this.#element) !== undefined;
    // A value without a written type, or one that is the element's text, cannot be edited in parts.
    if (isText || !isSameInOrder(before['type'], after['type'])) return undefined;
    for (const key of Object.keys(before)) {
      if (after[key] === undefined) this.#remove(this.#groups.get(key));
    }
    // If the field that implied the type is gone, the type must be written.
    const { type } = after;
    const isWritten = type === undefined || this.#groups.has('type') || this.#element.name === condElement;
    const isTask = this.#shape === getTaskShape(type as TaskType);
    if (!isWritten && isTask && type !== inferType((field) => after[field] !== undefined))
      this.#add('type', type, undefined);
    let anchor: XmlElement | undefined;
    for (const [key, value] of Object.entries(after)) {
      const parts = this.#groups.get(key);
      if (!isSameInOrder(before[key], value)) {
        if (parts && before[key] !== undefined) this.#change(key, parts, before[key], value, anchor);
        else this.#add(key, value, anchor);
      }
      anchor = parts?.elements.at(-1) ?? parts?.members.at(-1) ?? anchor;
    }
    for (const [child, elements] of this.#added) {
      this.#replacements.push(insertElements(this.#source, this.#element, child, elements));
    }
    return this.#replacements;
  }

  #remove(parts: FieldParts | undefined): void {
    if (parts === undefined) return;
    for (const { nameSpan, valueSpan } of parts.attributes) {
      const from = this.#source.slice(0, nameSpan[0]).trimEnd().length;
      this.#replacements.push({ from, to: valueSpan[1] + 1, text: '' });
    }
    for (const element of [...parts.elements, ...parts.members]) {
      this.#replacements.push(removeElement(this.#source, element));
    }
  }

  #add(key: string, value: Json, anchor: XmlElement | undefined): void {
    const shape = this.#shape.fields.get(key)?.shape;
    if (shape && key !== this.#keyName && isAttribute(key, value, shape)) {
      const at = this.#element.attributes.at(-1)?.valueSpan[1];
      const from = at === undefined ? this.#element.nameSpan[1] : at + 1;
      this.#replacements.push({ from, to: from, text: ` ${key}="${escapeAttribute(String(value))}"` });
    } else {
      this.#added.set(anchor, [...(this.#added.get(anchor) ?? []), ...this.#written(key, value, shape)]);
    }
  }

  /** The elements of a field in canonical form. */
  #written(key: string, value: Json, shape: Shape | undefined): readonly WrittenElement[] {
    if (shape) return buildFieldElements(key, value, shape);
    const { content } = buildObjectElement(
      '',
      key === extensionsElement ? (value as JsonObject) : { [key]: value },
      this.#shape,
    );
    return content.kind === 'elements' ? content.elements : [];
  }

  #change(key: string, parts: FieldParts, before: Json, after: Json, anchor: XmlElement | undefined): void {
    const shape = this.#shape.fields.get(key)?.shape;
    const edits = shape && this.#editField(key, parts, shape, { before, after });
    if (edits) {
      this.#replacements.push(...edits);
      return;
    }
    const elements = [...parts.elements, ...parts.members];
    const [first, ...rest] = elements;
    const written = this.#written(key, after, shape);
    if (first && written.length === 1 && written[0] && parts.attributes.length === 0) {
      this.#replacements.push(replaceElement(this.#source, first, written[0]));
      for (const element of rest) this.#replacements.push(removeElement(this.#source, element));
    } else {
      this.#remove(parts);
      this.#add(key, after, anchor);
    }
  }

  /** Edits the parts of a field. Undefined if the field must be written again. */
  #editField(key: string, parts: FieldParts, shape: Shape, change: ValueChange): readonly XmlReplacement[] | undefined {
    const { attributes, elements } = parts;
    const [attribute] = attributes;
    const [element] = elements;
    if (attribute) {
      if (!isAttribute(key, change.after, shape)) return undefined;
      return [editAttribute(attribute, String(change.after))];
    }
    const form = getXmlForm(key, shape);
    // It has no parts that are elements.
    if (form.kind === 'json') return undefined;
    if (form.kind === 'members') {
      const held = findMembersShape(shape);
      return held && isTidy(parts, form) ? this.#editMembers(parts, held, form, change) : undefined;
    }
    const list = listIn(shape);
    if (list && Array.isArray(change.before)) {
      const isJson = elements.some((item) => findFormatAttribute(item) !== undefined);
      const { before, after } = change;
      const willBeJson = buildFieldElements(key, after, shape).some(({ content }) => content.kind === 'json');
      if (isJson || willBeJson || !Array.isArray(after)) return undefined;
      return editItems(this.#members(elements, list.item), before, after, elements[0]?.name ?? key);
    }
    return element && elements.length === 1 ? editValue(this.#source, element, shape, change) : undefined;
  }

  #members(elements: readonly XmlElement[], shape: Shape, holder = this.#element): MemberElements {
    const source = this.#source;
    return {
      source,
      holder,
      elements,
      shape,
      edit: (element, change, key) => editValue(source, element, shape, change, key),
    };
  }

  #editMembers(
    { elements: [holder], members }: FieldParts,
    shape: Shape,
    form: MembersForm,
    { before, after }: ValueChange,
  ): readonly XmlReplacement[] | undefined {
    const children = holder ? listChildElements(holder) : members;
    if (shape.kind === 'list' && Array.isArray(before) && Array.isArray(after)) {
      if (form.isBare && after.length === 0) return undefined;
      return editItems(this.#members(children, shape.item, holder), before, after, form.element);
    }
    if (shape.kind !== 'record' || !isJsonObject(before) || !isJsonObject(after)) return undefined;
    if (form.isBare && Object.keys(after).length === 0) return undefined;
    return editEntries(this.#members(children, shape.value, holder), form, before, after);
  }
}

/** The key in a document that the parts of a field stand for. */
const getWrittenKey = ({ name }: FieldParts): string => (name.startsWith('x:') ? `x-${name.slice(2)}` : name);

/** Whether the members of a field are together, in one element or alone, with no other elements between them. */
function isTidy({ elements, members }: FieldParts, form: MembersForm): boolean {
  const [holder] = elements;
  if (holder === undefined) return true;
  if (elements.length > 1 || members.length > 0 || findFormatAttribute(holder)) return false;
  return findStrayText(holder) === undefined && listChildElements(holder).every(({ name }) => isMember(name, form));
}
