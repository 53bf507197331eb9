import { snakeCase } from '@/base/snake-case';
import { formatAttribute, type MembersForm, xmlForm } from '../element-names';
import type { Span } from '../reading/syntax-node';
import { type Field, type ObjectShape, writtenKey } from '../schema-shape';
import type { XmlAttribute, XmlElement } from './xml-node';

/** All that is written of one field of an object: an attribute, elements of its name, and members that stand alone. */
export interface FieldParts {
  /** The key as it is written; of lone members their field's. */
  readonly key: string;
  readonly keySpan: Span;
  /** What the key is called in canonical form. */
  readonly name: string;
  /** Undefined if the object has no such field. */
  readonly field: Field | undefined;
  readonly attributes: XmlAttribute[];
  readonly elements: XmlElement[];
  readonly members: XmlElement[];
}

/** Elements within an element. */
export function childElements({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child) => child.kind === 'element');
}

/** Attributes that are values, not a part of the notation. */
export function ownAttributes({ attributes }: XmlElement): readonly XmlAttribute[] {
  return attributes.some(isNotation) ? attributes.filter((attribute) => !isNotation(attribute)) : attributes;
}

const isNotation = ({ name }: XmlAttribute): boolean =>
  name === formatAttribute || name === 'xmlns' || /^(?:xmlns|xml|xsi):/.test(name);

/** The parts of the fields of an object, in their order; what the object does not know stands under its own name. */
export function groupFields(element: XmlElement, shape: ObjectShape): readonly FieldParts[] {
  const groups = new Map<string, FieldParts>();
  const groupOf = (name: string, key: string, keySpan: Span): FieldParts => {
    const field = shape.fields.get(name);
    const group = groups.get(name) ?? { key, keySpan, name, field, attributes: [], elements: [], members: [] };
    groups.set(name, group);
    return group;
  };
  const isKnown = (key: string): boolean => shape.fields.has(key);
  for (const attribute of ownAttributes(element)) {
    const { name, nameSpan } = attribute;
    groupOf(writtenKey(name, isKnown) ?? name, name, nameSpan).attributes.push(attribute);
  }
  for (const child of element.children) {
    if (child.kind === 'text') continue;
    const { name, nameSpan } = child;
    const holder = isKnown(name) ? undefined : memberField(shape, name);
    if (holder !== undefined) groupOf(holder, holder, nameSpan).members.push(child);
    else groupOf(writtenKey(name, isKnown) ?? name, name, nameSpan).elements.push(child);
  }
  return [...groups.values()];
}

/** Other names that members may have on import, by what they stand for. */
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
