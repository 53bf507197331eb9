import { defined, omitEmpty } from '@/base/defined';
import { findClosest } from '@/base/did-you-mean';
import type { DiagnosticCode } from '@/workflow/diagnostic';
import type { MembersForm } from '../element-names';
import type {
  BrokenNode,
  ListNode,
  MapEntry,
  MapNode,
  Problem,
  ScalarNode,
  Span,
  SyntaxNode,
} from '../reading/syntax-node';
import { joinShapes, type ObjectShape, type Shape } from '../schema-shape';
import { countLeadingSpace, countTrailingSpace } from './characters';
import { listOwnAttributes } from './group-fields';
import { isTakingKind } from './to-elements';
import type { XmlAttribute, XmlElement } from './xml-node';

/** A node that holds no value, and the reason. */
export function createBrokenNode(
  code: DiagnosticCode,
  message: string,
  span: Span,
  mend?: Problem['mend'],
): BrokenNode & { readonly problem: Problem } {
  return { kind: 'broken', problem: { code, message, span, ...defined({ mend }) }, span };
}

/** The map of an element. */
export function mapNode(element: XmlElement, entries: readonly MapEntry[], problems: readonly Problem[]): MapNode {
  const { span, nameSpan } = element;
  return { kind: 'map', entries, span, nameSpan, isBlock: true, ...defined({ problems: omitEmpty(problems) }) };
}

/** The list of values that each have an element of their own. */
export function createListNode(items: readonly SyntaxNode[]): ListNode {
  return { kind: 'list', items, span: [items[0]?.span[0] ?? 0, items.at(-1)?.span[1] ?? 0], isBlock: false };
}

/** Adds an entry that nobody wrote to a map that does not have it. */
export function addImplicitEntry(map: MapNode, key: string, value: SyntaxNode): MapNode {
  if (map.entries.some((entry) => entry.key === key)) return map;
  return { ...map, entries: [...map.entries, { key, keySpan: value.span, value }] };
}

/** An element without one of its children. */
export function removeChild(element: XmlElement, child: XmlElement): XmlElement {
  const { kind, name, nameSpan, tagSpan, span, attributes } = element;
  const children = element.children.filter((other) => other !== child);
  return {
    kind,
    name,
    nameSpan,
    tagSpan,
    span,
    attributes,
    children,
    get unread() {
      return this;
    },
  };
}

/** The value of an attribute. */
export function createAttributeNode({ value: text, valueSpan: span }: XmlAttribute, shape: Shape): ScalarNode {
  return { kind: 'scalar', value: parsePlainValue(text, shape), text, span };
}

const digits = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The value of a plain text in this shape: `5` is a number, and `true` a boolean, only where the shape takes one. */
export function parsePlainValue(text: string, shape: Shape): string | number | boolean {
  if ((text === 'true' || text === 'false') && isTakingKind(shape, 'boolean')) return text === 'true';
  return isTakingKind(shape, 'number') && digits.test(text) ? Number(text) : text;
}

const joinedObjects = new WeakMap<readonly Shape[], ObjectShape>();

/** Joins the objects of a union to one, so that their elements are known. The reader decides which of them is meant. */
export function joinObjectOptions(options: readonly Shape[]): ObjectShape | undefined {
  const known = joinedObjects.get(options);
  if (known) return known;
  const objects = options.filter((option) => option.kind === 'object');
  if (objects.length === 0) return undefined;
  const joined = joinShapes(objects);
  joinedObjects.set(options, joined);
  return joined;
}

/** The span of the first text that is more than white space. */
export function findStrayText({ children }: XmlElement): Span | undefined {
  for (const child of children) {
    if (child.kind !== 'text' || countLeadingSpace(child.text) === child.text.length) continue;
    const [from, to] = child.span;
    return child.isCdata ? child.span : [from + countLeadingSpace(child.text), to - countTrailingSpace(child.text)];
  }
  return undefined;
}

/** The problem of an attribute on an element that takes none. */
export function findStrayAttribute(
  element: XmlElement,
  keyName?: string,
): ReturnType<typeof createBrokenNode> | undefined {
  const [attribute] = listOwnAttributes(element, keyName);
  if (attribute === undefined) return undefined;
  return createBrokenNode('HED201', `<${element.name}> has no attribute "${attribute.name}".`, attribute.nameSpan);
}

/** The problem of text between elements. */
export function createMisplacedTextProblem({ name }: XmlElement, span: Span): Problem {
  return { code: 'HED202', message: `In <${name}> only elements are allowed. Put this text into one of them.`, span };
}

/** The problem of an element that is no member of a map or list, with a fix if it seems to be a typing error. */
export function createNotMemberProblem(
  holder: XmlElement,
  { name, nameSpan }: XmlElement,
  { element }: MembersForm,
): Problem {
  const isNear = findClosest(name, [element]) !== undefined;
  const hint = isNear ? `Did you mean <${element}>?` : `Only <${element}> elements may be here.`;
  const message = `In <${holder.name}>, <${name}> is not known. ${hint}`;
  const problem: Problem = { code: 'HED201', message, span: nameSpan, key: name };
  return isNear ? { ...problem, mend: { title: `Change to ${element}`, text: element } } : problem;
}

/** The problem of a map member without its key. */
export function createMissingKeyProblem({ name, nameSpan }: XmlElement, key: MembersForm['key']): Problem {
  const what = key === 'id' ? 'an id' : `a ${key}`;
  return { code: 'HED204', message: `This <${name}> needs ${what}: <${name} ${key}="…">.`, span: nameSpan };
}

/** The problem of a second map member with the same key. */
export function createDoubledMemberProblem({ name }: XmlElement, { text: key, span }: ScalarNode): Problem {
  const message = `There are two <${name}> elements that are called "${key}". Give one of them another name.`;
  return { code: name === 'task' ? 'HED206' : 'HED103', message, span, key };
}

/** The problem of an element or attribute that appears twice, under the same name (`first`) or another. */
export function createDoubledProblem(first: string, { name, nameSpan }: XmlElement | XmlAttribute): Problem {
  const message =
    name === first
      ? `"${name}" appears here a second time. Remove one of the two.`
      : `"${name}" is another way to write "${first}", which is here too. Remove one of the two.`;
  return { code: 'HED103', message, span: nameSpan, key: name };
}

/** The problem of a key that every JavaScript object has. */
export function createReservedKeyProblem(span: Span): Problem {
  return { code: 'HED106', message: 'The name __proto__ is not allowed. Choose another.', span };
}
