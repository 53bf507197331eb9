import { snakeCase } from '@/base/snake-case';
import { formatAttribute, type MembersForm, xmlForm } from '../element-names';
import type { Span } from '../reading/syntax-node';
import { type ObjectShape, type ShapeField, writtenKey } from '../schema-shape';
import type { XmlAttribute, XmlElement } from './xml-node';

/** All that is written of one field of an object: an attribute, elements of its name, and members that are alone. */
export interface FieldParts {
  /** The key as it is written; of lone members their field's. */
  readonly key: string;
  readonly keySpan: Span;
  /** What the key is called in canonical form. */
  readonly name: string;
  /** Undefined if the object has no such field. */
  readonly field: ShapeField | undefined;
  readonly attributes: readonly XmlAttribute[];
  readonly elements: readonly XmlElement[];
  readonly members: readonly XmlElement[];
}

/** Elements within an element. */
export function childElements({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child) => child.kind === 'element');
}

/** The first element within an element. */
export function firstElement({ children }: XmlElement): XmlElement | undefined {
  for (const child of children) if (child.kind === 'element') return child;
  return undefined;
}

/** The attribute of an element that says that its text is JSON. */
export function formatOf({ attributes }: XmlElement): XmlAttribute | undefined {
  return attributes.length === 0 ? undefined : attributes.find(({ name }) => name === formatAttribute);
}

/** Attributes that are fields: neither a part of the notation nor, in a map, the key of its member. */
export function ownAttributes({ attributes }: XmlElement, keyName?: string): readonly XmlAttribute[] {
  const isOwn = (attribute: XmlAttribute): boolean => attribute.name !== keyName && !isNotation(attribute);
  return attributes.every(isOwn) ? attributes : attributes.filter(isOwn);
}

const isNotation = ({ name }: XmlAttribute): boolean =>
  name === formatAttribute || name === 'xmlns' || (name.includes(':') && /^(?:xmlns|xml|xsi):/.test(name));

/** The parts of the fields of an object, in their order; what the object does not know is under its own name. */
export function fieldParts(element: XmlElement, shape: ObjectShape, keyName?: string): readonly FieldParts[] {
  const groups = new Groups(shape);
  const isKnown = (key: string): boolean => shape.fields.has(key);
  for (const attribute of ownAttributes(element, keyName)) {
    groups.addAttribute(attribute, writtenKey(attribute.name, isKnown) ?? attribute.name);
  }
  for (const child of element.children) {
    if (child.kind === 'text') continue;
    const { name } = child;
    const holder = isKnown(name) ? undefined : memberField(shape, name);
    if (holder !== undefined) groups.addMember(child, holder);
    else if (isCond(name, shape)) groups.addElement(child, 'task', 'task');
    else groups.addElement(child, writtenKey(name, isKnown) ?? name);
  }
  return groups.parts;
}

/**
 * Puts parts together by field. There is one of these for every object of a document, so that it makes no more than it
 * must.
 */
class Groups {
  readonly parts: MutableParts[] = [];
  readonly #shape: ObjectShape;
  /** Places of what the object does not know: only of such things there may be many. */
  #unknown: Map<string, number> | undefined;

  constructor(shape: ObjectShape) {
    this.#shape = shape;
  }

  addAttribute(attribute: XmlAttribute, name: string): void {
    const group = this.#groupOf(attribute.name, attribute.nameSpan, name);
    group.attributes = [...group.attributes, attribute];
  }

  addElement(element: XmlElement, name: string, key = element.name): void {
    const group = this.#groupOf(key, element.nameSpan, name);
    if (group.elements === none) group.elements = [element];
    else (group.elements as XmlElement[]).push(element);
  }

  addMember(element: XmlElement, holder: string): void {
    const group = this.#groupOf(holder, element.nameSpan, holder);
    if (group.members === none) group.members = [element];
    else (group.members as XmlElement[]).push(element);
  }

  #groupOf(key: string, keySpan: Span, name: string): MutableParts {
    const field = this.#shape.fields.get(name);
    const at = field ? this.parts.findIndex((group) => group.field === field) : (this.#unknown?.get(name) ?? -1);
    const group = this.parts[at];
    if (group) return group;
    if (field === undefined) {
      this.#unknown ??= new Map();
      this.#unknown.set(name, this.parts.length);
    }
    const added: MutableParts = { key, keySpan, name, field, attributes: none, elements: none, members: none };
    this.parts.push(added);
    return added;
  }
}

type MutableParts = { -readonly [K in keyof FieldParts]: FieldParts[K] };

/** One for all, as most fields have parts of one kind. */
const none: readonly never[] = [];

/** Whether this is a task of the type `cond` where a task may be. */
const isCond = (name: string, shape: ObjectShape): boolean =>
  name === 'cond' && shape.fields.get('task')?.shape.kind === 'task';

/** Other names that members may have on import, by what they mean. */
const olderMembers: Readonly<Record<string, string>> = { cond: 'task', step: 'task', param: 'parameter' };

/** Whether an element of this name is a member of such a map or list. */
export function isMember(name: string, { element }: MembersForm): boolean {
  const snake = snakeCase(name);
  return snake === element || (Object.hasOwn(olderMembers, snake) && olderMembers[snake] === element);
}

const memberFields = new WeakMap<ObjectShape, readonly (readonly [key: string, form: MembersForm])[]>();

/** The field of an object whose members have this name. */
function memberField(shape: ObjectShape, name: string): string | undefined {
  let fields = memberFields.get(shape);
  if (fields === undefined) {
    fields = [...shape.fields].flatMap(([key, field]) => {
      const form = xmlForm(key, field.shape);
      return form.kind === 'members' ? [[key, form] as const] : [];
    });
    memberFields.set(shape, fields);
  }
  return fields.find(([, form]) => isMember(name, form))?.[0];
}
