import type { Json, JsonObject } from '@/base/json';
import type { TaskType } from '@/workflow/tasks';
import { extensionName, extensionsElement, type MembersForm, xmlForm } from '../element-names';
import { type ObjectShape, type Shape, taskShape } from '../schema-shape';
import { escapeAttribute } from './characters';
import { childElements, type FieldParts, firstElement, formatOf, groupFields, isMember } from './group-fields';
import {
  applyReplacements,
  innerIndent,
  insertElements,
  type Replacement,
  removeElement,
  replaceElement,
} from './place-elements';
import { renderElement } from './render-element';
import { strayText } from './syntax-parts';
import { condElement, heldTask, taskElement } from './task-shape';
import { fieldElements, isAttribute, objectElement, optionsOf, valueElement } from './to-elements';
import type { WrittenAttribute, WrittenElement } from './written-element';
import type { XmlAttribute, XmlElement } from './xml-node';

/** A change of the value that an element says, both as a file has them. */
interface ValueChange {
  readonly before: Json;
  readonly after: Json;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values say the same in the same order. */
const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * The replacements that make an object's element say `after` in the place of `before`: what stays the same is not touched.
 * Undefined if the element must be written anew.
 */
export function editObject(
  source: string,
  element: XmlElement,
  shape: ObjectShape,
  before: JsonObject,
  after: JsonObject,
  keyName?: string,
): readonly Replacement[] | undefined {
  return new ElementEditor(source, element, shape, keyName).edit(withOddKeys(before, shape), withOddKeys(after, shape));
}

/** An object with those `x-` keys that cannot be elements under the name of the element that holds them. */
function withOddKeys(value: JsonObject, shape: ObjectShape): JsonObject {
  const isOdd = (key: string): boolean => !shape.fields.has(key) && extensionName(key) === undefined;
  const odd = Object.entries(value).filter(([key]) => isOdd(key));
  if (odd.length === 0) return value;
  const rest = Object.entries(value).filter(([key]) => !isOdd(key));
  return Object.fromEntries([...rest, [extensionsElement, Object.fromEntries(odd)]]);
}

/** Makes an element say another value: by its parts if it can be, else anew. */
function editValue(
  source: string,
  element: XmlElement,
  shape: Shape,
  { before, after }: ValueChange,
  key?: WrittenAttribute,
): readonly Replacement[] {
  if (isSame(before, after)) return [];
  const object = formatOf(element) ? undefined : sharedObject(shape, before, after);
  const inner = shape.kind === 'task' ? (heldTask(element) ?? element) : element;
  const edits = object && editObject(source, inner, object, before as JsonObject, after as JsonObject, key?.[0]);
  if (edits) return edits;
  // The name of this one tells its type, which may be another now.
  const name = element.name === condElement ? taskElement : element.name;
  return [replaceElement(source, element, valueElement(name, after, shape, key))];
}

/** The shape of an object that a value has before and after. */
function sharedObject(shape: Shape, before: Json, after: Json): ObjectShape | undefined {
  if (!isObject(before) || !isObject(after)) return undefined;
  if (shape.kind === 'object') return shape;
  if (shape.kind === 'task') {
    return before['type'] === after['type'] ? taskShape((after['type'] ?? 'atomic') as TaskType) : undefined;
  }
  const has = (option: ObjectShape, value: JsonObject): boolean =>
    Object.keys(value).every((key) => option.fields.has(key));
  return optionsOf(shape).find(
    (option): option is ObjectShape => option.kind === 'object' && has(option, before) && has(option, after),
  );
}

/** Edits the parts of one element. */
class ElementEditor {
  readonly #source: string;
  readonly #element: XmlElement;
  readonly #shape: ObjectShape;
  readonly #keyName: string | undefined;
  readonly #groups: ReadonlyMap<string, FieldParts>;
  readonly #replacements: Replacement[] = [];
  /** New elements by the child that they stand behind. */
  readonly #added = new Map<XmlElement | undefined, WrittenElement[]>();

  constructor(source: string, element: XmlElement, shape: ObjectShape, keyName: string | undefined) {
    this.#source = source;
    this.#element = element;
    this.#shape = shape;
    this.#keyName = keyName;
    this.#groups = new Map(groupFields(element, shape, keyName).map((parts) => [writtenName(parts), parts]));
  }

  edit(before: JsonObject, after: JsonObject): readonly Replacement[] | undefined {
    const isText = firstElement(this.#element) === undefined && strayText(this.#element) !== undefined;
    // Of a type that only the fields tell, or a value that is the text of the element, nothing could be changed here.
    if (isText || !isSame(before['type'], after['type'])) return undefined;
    for (const key of Object.keys(before)) {
      if (after[key] === undefined) this.#remove(this.#groups.get(key));
    }
    // Without the field that told it, the type must be said.
    const isTold = this.#shape === taskShape((after['type'] ?? 'atomic') as TaskType) && !this.#groups.has('type');
    const isUntold = isTold && Object.keys(before).some((key) => after[key] === undefined);
    if (isUntold && after['type'] !== undefined) this.#add('type', after['type'], undefined);
    let anchor: XmlElement | undefined;
    for (const [key, value] of Object.entries(after)) {
      const parts = this.#groups.get(key);
      if (!isSame(before[key], value)) {
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
      const added = this.#added.get(anchor) ?? [];
      this.#added.set(anchor, [...added, ...this.#written(key, value, shape)]);
    }
  }

  /** The elements of a field in canonical form. */
  #written(key: string, value: Json, shape: Shape | undefined): readonly WrittenElement[] {
    if (shape) return fieldElements(key, value, shape);
    const { content } = objectElement(
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

  /** Undefined if the field must be written anew. */
  #editField(key: string, parts: FieldParts, shape: Shape, change: ValueChange): readonly Replacement[] | undefined {
    const { attributes, elements, members } = parts;
    const [attribute] = attributes;
    const [element] = elements;
    if (attribute) {
      if (!isAttribute(key, change.after, shape)) return undefined;
      return [editAttribute(attribute, String(change.after))];
    }
    const form = xmlForm(key, shape);
    if (form.kind === 'members') {
      const holder = element ?? this.#element;
      const isPlain = element === undefined || (elements.length === 1 && members.length === 0 && !formatOf(element));
      const isHeld = element
        ? strayText(element) === undefined && childElements(element).every(({ name }) => isMember(name, form))
        : true;
      if (!isPlain || !isHeld) return undefined;
      return editMembers(this.#source, holder, element ? childElements(element) : members, shape, form, change);
    }
    const list = optionsOf(shape).find((option) => option.kind === 'list');
    const isJson = elements.some((item) => formatOf(item) !== undefined);
    if (Array.isArray(change.before) && list && !isJson) {
      if (!Array.isArray(change.after) || fieldElements(key, change.after, shape).length !== change.after.length)
        return undefined;
      return editItems(
        this.#source,
        this.#element,
        elements,
        list.item,
        change.before,
        change.after,
        elements[0]?.name ?? key,
      );
    }
    return element && elements.length === 1 ? editValue(this.#source, element, shape, change) : undefined;
  }
}

/** The key of a document that the parts of a field are of. */
const writtenName = ({ name }: FieldParts): string => (name.startsWith('x:') ? `x-${name.slice(2)}` : name);

function editMembers(
  source: string,
  holder: XmlElement,
  members: readonly XmlElement[],
  shape: Shape,
  form: MembersForm,
  { before, after }: ValueChange,
): readonly Replacement[] | undefined {
  if (form.isBare && (Array.isArray(after) ? after.length : Object.keys(after ?? {}).length) === 0) return undefined;
  if (shape.kind === 'list' && Array.isArray(before) && Array.isArray(after)) {
    return editItems(source, holder, members, shape.item, before, after, form.element);
  }
  if (shape.kind !== 'record' || !isObject(before) || !isObject(after)) return undefined;
  return editEntries(source, holder, members, shape.value, form, before, after);
}

/** Edits elements that are the items of a list, matched by their places from both ends. */
function editItems(
  source: string,
  holder: XmlElement,
  elements: readonly XmlElement[],
  shape: Shape,
  before: readonly Json[],
  after: readonly Json[],
  name: string,
): readonly Replacement[] | undefined {
  if (elements.length !== before.length) return undefined;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  const changed = most - head - tail;
  const replacements = elements
    .slice(head, head + changed)
    .flatMap((element, index) =>
      editValue(source, element, shape, { before: before[head + index] ?? null, after: after[head + index] ?? null }),
    );
  for (const element of elements.slice(head + changed, before.length - tail)) {
    replacements.push(removeElement(source, element));
  }
  const added = after.slice(head + changed, after.length - tail).map((item) => valueElement(name, item, shape));
  if (added.length > 0) replacements.push(insertElements(source, holder, elements[head + changed - 1], added));
  return replacements;
}

/** Edits elements that are the entries of a map, matched by their keys; those whose order changes take what stands before them along. */
function editEntries(
  source: string,
  holder: XmlElement,
  members: readonly XmlElement[],
  shape: Shape,
  form: MembersForm,
  before: JsonObject,
  after: JsonObject,
): readonly Replacement[] | undefined {
  const keyOf = (member: XmlElement): string | undefined =>
    member.attributes.find(({ name }) => name === form.key)?.value;
  const elements = new Map(members.map((member) => [keyOf(member), member]));
  const keys = Object.keys(before);
  if (elements.size !== keys.length || members.length !== keys.length || !keys.every((key) => elements.has(key)))
    return undefined;
  const edit = (key: string, element: XmlElement): readonly Replacement[] =>
    editValue(source, element, shape, { before: before[key] ?? null, after: after[key] ?? null }, [form.key, key]);
  const written = (key: string): WrittenElement =>
    valueElement(form.element, after[key] ?? null, shape, [form.key, key]);
  const stay = [...elements].filter(
    (entry): entry is [string, XmlElement] => entry[0] !== undefined && Object.hasOwn(after, entry[0]),
  );
  const wanted = Object.keys(after);
  const gone = keys.filter((key) => !Object.hasOwn(after, key)).flatMap((key) => elements.get(key) ?? []);
  const order = stay.map(([key]) => key);
  if (
    !isSame(
      order,
      wanted.filter((key) => elements.has(key)),
    )
  ) {
    if (form.isBare) return undefined;
    const parts = wanted.map((key) => {
      const element = elements.get(key);
      return element ? { element, replacements: edit(key, element) } : written(key);
    });
    return [reorder(source, holder, parts)];
  }
  const [renamed, ...others] = gone;
  const [fresh, ...more] = wanted.filter((key) => !elements.has(key));
  if (renamed && fresh !== undefined && others.length === 0 && more.length === 0) {
    if (members.indexOf(renamed) === wanted.indexOf(fresh)) {
      const replacements = editKey(renamed, form.key, fresh);
      const change = { before: before[keyOf(renamed) ?? ''] ?? null, after: after[fresh] ?? null };
      const edits = editValue(source, renamed, shape, change, [form.key, fresh]);
      const isAnew = edits.some(({ from }) => from === renamed.span[0]);
      return [...stay.flatMap(([key, element]) => edit(key, element)), ...(isAnew ? [] : replacements), ...edits];
    }
  }
  const replacements = [
    ...stay.flatMap(([key, element]) => edit(key, element)),
    ...gone.map((element) => removeElement(source, element)),
  ];
  let anchor: XmlElement | undefined;
  let added: WrittenElement[] = [];
  const flush = (): void => {
    if (added.length > 0) replacements.push(insertElements(source, holder, anchor, added));
    added = [];
  };
  for (const key of wanted) {
    const element = elements.get(key);
    if (element) {
      flush();
      anchor = element;
    } else {
      added.push(written(key));
    }
  }
  flush();
  return replacements;
}

function editKey(element: XmlElement, name: string, key: string): Replacement[] {
  const attribute = element.attributes.find((other) => other.name === name);
  return attribute ? [editAttribute(attribute, key)] : [];
}

function editAttribute({ valueSpan: [from, to] }: XmlAttribute, value: string): Replacement {
  return { from: from - 1, to: to + 1, text: `"${escapeAttribute(value)}"` };
}

/** An element that moves, with its own edits. */
interface MovedElement {
  readonly element: XmlElement;
  readonly replacements: readonly Replacement[];
}

/** Puts the elements within an element into another order; what stands before one moves with it. */
function reorder(source: string, holder: XmlElement, parts: readonly (MovedElement | WrittenElement)[]): Replacement {
  const children = childElements(holder);
  const leads = new Map(children.map((child, at) => [child, children[at - 1]?.span[1] ?? holder.tagSpan[1]]));
  const indent = innerIndent(source, holder);
  const texts = parts.map((part) => {
    if (!('element' in part)) return `\n${indent}${renderElement(part, indent)}`;
    const { element, replacements } = part;
    return applyReplacements(source, replacements, [leads.get(element) ?? element.span[0], element.span[1]]);
  });
  return { from: holder.tagSpan[1], to: children.at(-1)?.span[1] ?? holder.tagSpan[1], text: texts.join('') };
}
