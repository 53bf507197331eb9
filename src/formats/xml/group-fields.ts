import { convertToSnakeCase } from '@/base/snake-case';
import { formatAttribute, getXmlForm, type MembersForm } from '../element-names';
import type { Span } from '../reading/syntax-node';
import { findCanonicalKey, type ObjectShape, type ShapeField } from '../schema-shape';
import type { XmlAttribute, XmlElement } from './xml-node';

/**
 * All parts of one field of an object: an attribute, elements with its name, and members without an element around
 * them.
 */
export interface FieldParts {
  /** The key as it is written. For members without an element around them, the key of their field. */
  readonly key: string;
  readonly keySpan: Span;
  /** The key in canonical form. */
  readonly name: string;
  /** Undefined if the object has no such field. */
  readonly field: ShapeField | undefined;
  readonly attributes: readonly XmlAttribute[];
  readonly elements: readonly XmlElement[];
  readonly members: readonly XmlElement[];
}

/** Elements within an element. */
export function listChildElements({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child) => child.kind === 'element');
}

/** The first element within an element. */
export function findFirstElement({ children }: XmlElement): XmlElement | undefined {
  for (const child of children) if (child.kind === 'element') return child;
  return undefined;
}

/** The attribute that marks an element's text as JSON. */
export function findFormatAttribute({ attributes }: XmlElement): XmlAttribute | undefined {
  return attributes.length === 0 ? undefined : attributes.find(({ name }) => name === formatAttribute);
}

/** Attributes that are fields, not part of the notation and not, in a map, the key of the member. */
export function listOwnAttributes({ attributes }: XmlElement, keyName?: string): readonly XmlAttribute[] {
  const isOwn = (attribute: XmlAttribute): boolean => attribute.name !== keyName && !isNotation(attribute);
  return attributes.every(isOwn) ? attributes : attributes.filter(isOwn);
}

const isNotation = ({ name }: XmlAttribute): boolean =>
  name === formatAttribute || name === 'xmlns' || (name.includes(':') && /^(?:xmlns|xml|xsi):/.test(name));

/** The parts of an object's fields, in their order. Unknown ones are grouped by their own names. */
export function groupFieldParts(element: XmlElement, shape: ObjectShape, keyName?: string): readonly FieldParts[] {
  const groups = new Groups(shape);
  const isKnown = (key: string): boolean => shape.fields.has(key);
  for (const attribute of listOwnAttributes(element, keyName)) {
    groups.addAttribute(attribute, findCanonicalKey(attribute.name, isKnown) ?? attribute.name);
  }
  for (const child of element.children) {
    if (child.kind === 'text') continue;
    const { name } = child;
    const holder = isKnown(name) ? undefined : findMemberField(shape, name);
    if (holder !== undefined) groups.addMember(child, holder);
    else if (isCond(name, shape)) groups.addElement(child, 'task', 'task');
    else groups.addElement(child, findCanonicalKey(name, isKnown) ?? name);
  }
  return groups.parts;
}

/** Groups parts by field. One is made for every object of a document, so it makes as few objects as it can. */
class Groups {
  readonly parts: MutableParts[] = [];
  readonly #shape: ObjectShape;
  /** Indexes of the unknown parts; only of these there may be many. */
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

/** One empty list for all, as most fields have parts of one kind. */
const none: readonly never[] = [];

/** Whether this is a task of the type `cond` in a slot for a task. */
const isCond = (name: string, shape: ObjectShape): boolean =>
  name === 'cond' && shape.fields.get('task')?.shape.kind === 'task';

/** Other names that members may have in imported files, with the canonical name. */
const olderMembers: Readonly<Record<string, string>> = { cond: 'task', step: 'task', param: 'parameter' };

/** Whether an element of this name is a member of such a map or list. */
export function isMember(name: string, { element }: MembersForm): boolean {
  const snake = convertToSnakeCase(name);
  return snake === element || (Object.hasOwn(olderMembers, snake) && olderMembers[snake] === element);
}

const memberFields = new WeakMap<ObjectShape, readonly (readonly [key: string, form: MembersForm])[]>();

/** The field of an object whose members have this name. */
function findMemberField(shape: ObjectShape, name: string): string | undefined {
  let fields = memberFields.get(shape);
  if (fields === undefined) {
    fields = [...shape.fields].flatMap(([key, field]) => {
      const form = getXmlForm(key, field.shape);
      return form.kind === 'members' ? [[key, form] as const] : [];
    });
    memberFields.set(shape, fields);
  }
  return fields.find(([, form]) => isMember(name, form))?.[0];
}
