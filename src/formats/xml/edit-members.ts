import { isSameInOrder, type Json, type JsonObject } from '@/base/json';
import type { MembersForm } from '../element-names';
import type { Shape } from '../schema-shape';
import { listChildElements } from './group-fields';
import {
  applyReplacements,
  editAttribute,
  findInnerIndent,
  insertElements,
  removeElement,
  type XmlReplacement,
} from './place-elements';
import { renderElement } from './render-element';
import { buildValueElement } from './to-elements';
import type { WrittenAttribute, WrittenElement } from './written-element';
import type { XmlElement } from './xml-node';

/** A change of the value of an element. Both values have the form of a file. */
export interface ValueChange {
  readonly before: Json;
  readonly after: Json;
}

/** Elements that each hold a value of a list or a map, and a function that edits one of them. */
export interface MemberElements {
  readonly source: string;
  /** The element that they are in. */
  readonly holder: XmlElement;
  readonly elements: readonly XmlElement[];
  /** The shape of each value. */
  readonly shape: Shape;
  readonly edit: (element: XmlElement, change: ValueChange, key?: WrittenAttribute) => readonly XmlReplacement[];
}

/** Edits the elements of a list's items. They are matched by position, from both ends; new ones are called `name`. */
export function editItems(
  { source, holder, elements, shape, edit }: MemberElements,
  before: readonly Json[],
  after: readonly Json[],
  name: string,
): readonly XmlReplacement[] | undefined {
  if (elements.length !== before.length) return undefined;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && isSameInOrder(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isSameInOrder(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  const kept = most - tail;
  const added = after.slice(kept, after.length - tail).map((item) => buildValueElement(name, item, shape));
  return [
    ...elements.slice(head, kept).flatMap((element, index) => {
      const at = head + index;
      return edit(element, { before: before[at] ?? null, after: after[at] ?? null });
    }),
    ...elements.slice(kept, before.length - tail).map((element) => removeElement(source, element)),
    ...(added.length > 0 ? [insertElements(source, holder, elements[kept - 1], added)] : []),
  ];
}

/** Edits the elements of a map's entries, matched by key. */
export function editEntries(
  members: MemberElements,
  form: MembersForm,
  before: JsonObject,
  after: JsonObject,
): readonly XmlReplacement[] | undefined {
  const { source, holder, elements, shape } = members;
  const findKey = (element: XmlElement): string | undefined =>
    element.attributes.find(({ name }) => name === form.key)?.value;
  const byKey = new Map(elements.map((element) => [findKey(element), element]));
  const keys = Object.keys(before);
  if (elements.length !== keys.length || !keys.every((key) => byKey.has(key))) return undefined;
  const editMember = (element: XmlElement, was: string, key: string): readonly XmlReplacement[] =>
    members.edit(element, { before: before[was] ?? null, after: after[key] ?? null }, [form.key, key]);
  const writeMember = (key: string): WrittenElement =>
    buildValueElement(form.element, after[key] ?? null, shape, [form.key, key]);
  const staying = elements.flatMap((element) => {
    const key = findKey(element);
    return key !== undefined && Object.hasOwn(after, key) ? [key] : [];
  });
  const wanted = Object.keys(after);
  if (
    !isSameInOrder(
      staying,
      wanted.filter((key) => byKey.has(key)),
    )
  ) {
    if (form.isBare) return undefined;
    const parts = wanted.map((key) => {
      const element = byKey.get(key);
      return element ? { element, replacements: editMember(element, key, key) } : writeMember(key);
    });
    return [reorderElements(source, holder, parts)];
  }
  const replacements = staying.flatMap((key) => editMember(byKey.get(key) as XmlElement, key, key));
  const gone = keys.filter((key) => !Object.hasOwn(after, key));
  const fresh = wanted.filter((key) => !byKey.has(key));
  const [was, key] = [gone[0], fresh[0]];
  const renamed = gone.length === 1 && fresh.length === 1 && was !== undefined ? byKey.get(was) : undefined;
  if (renamed && was !== undefined && key !== undefined && elements.indexOf(renamed) === wanted.indexOf(key)) {
    const edits = editMember(renamed, was, key);
    const isAnew = edits.some(({ from }) => from === renamed.span[0]);
    const attribute = renamed.attributes.find(({ name }) => name === form.key);
    return [...replacements, ...edits, ...(attribute && !isAnew ? [editAttribute(attribute, key)] : [])];
  }
  for (const removed of gone) replacements.push(removeElement(source, byKey.get(removed) as XmlElement));
  const added = new Map<XmlElement | undefined, WrittenElement[]>();
  let anchor: XmlElement | undefined;
  for (const name of wanted) {
    const element = byKey.get(name);
    const parts = added.get(anchor);
    if (element) anchor = element;
    else if (parts) parts.push(writeMember(name));
    else added.set(anchor, [writeMember(name)]);
  }
  return [...replacements, ...[...added].map(([after, parts]) => insertElements(source, holder, after, parts))];
}

/** An element that moves, with the edits within it. */
interface MovedElement {
  readonly element: XmlElement;
  readonly replacements: readonly XmlReplacement[];
}

/** Puts the elements within an element into another order. Comments before an element move with it. */
function reorderElements(
  source: string,
  holder: XmlElement,
  parts: readonly (MovedElement | WrittenElement)[],
): XmlReplacement {
  const children = listChildElements(holder);
  const leads = new Map(children.map(({ span }, at) => [span[0], children[at - 1]?.span[1] ?? holder.tagSpan[1]]));
  const indent = findInnerIndent(source, holder);
  const texts = parts.map((part) => {
    if (!('element' in part)) return `\n${indent}${renderElement(part, indent)}`;
    const { element, replacements } = part;
    const [from, to] = element.span;
    return applyReplacements(source, replacements, [leads.get(from) ?? from, to]);
  });
  return { from: holder.tagSpan[1], to: children.at(-1)?.span[1] ?? holder.tagSpan[1], text: texts.join('') };
}
