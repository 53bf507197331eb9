import { contentKey, extensionsElement, findMembersShape, getXmlForm, type MembersForm } from '../element-names';
import type { BrokenNode, MapEntry, MapNode, Problem, ScalarNode, Span, SyntaxNode } from '../reading/syntax-node';
import { documentShape, type ObjectShape, type Shape, tasksShape } from '../schema-shape';
import { createPartSpans, readElementText } from './element-text';
import {
  type FieldParts,
  findFirstElement,
  findFormatAttribute,
  groupFieldParts,
  isMember,
  listChildElements,
  listOwnAttributes,
} from './group-fields';
import { type JsonSize, parseJsonSyntax } from './json-syntax';
import {
  addImplicitEntry,
  createAttributeNode,
  createBrokenNode,
  createDoubledMemberProblem,
  createDoubledProblem,
  createListNode,
  createMisplacedTextProblem,
  createMissingKeyProblem,
  createNotMemberProblem,
  createReservedKeyProblem,
  findStrayAttribute,
  findStrayText,
  joinObjectOptions,
  mapNode,
  parsePlainValue,
  removeChild,
} from './syntax-parts';
import {
  addWorkflowFields,
  condElement,
  findHeldTask,
  findTaskShape,
  findWrittenType,
  inferTaskType,
  isTaskElement,
} from './task-shape';
import { isTakingKind, isTakingPlain, listIn } from './to-elements';
import type { XmlAttribute, XmlElement } from './xml-node';

/**
 * Converts an XML text to the syntax tree that the reader takes. Parts that do not fit become a broken node, or a
 * problem of their map.
 */
export function convertXmlToSyntax(source: string, root: XmlElement): SyntaxNode {
  return new Conversion(source).root(root);
}

/** Converts elements to syntax. The expected shape decides how an element is read; XML alone does not say. */
class Conversion {
  readonly #source: string;
  readonly #size: JsonSize = { values: 0 };

  constructor(source: string) {
    this.#source = source;
  }

  root(root: XmlElement): SyntaxNode {
    if (root.name === 'workflow') {
      const map = this.#object(root, documentShape);
      // Without `tasks`, a description would make this a single task.
      return addImplicitEntry(map, 'tasks', { kind: 'map', entries: [], span: root.nameSpan, isBlock: false });
    }
    if (/^(?:\w+:)?definitions$/.test(root.name)) {
      return createBrokenNode('HED112', 'This is a BPMN process. Heddle cannot read this yet.', root.nameSpan);
    }
    if (!isTaskElement(root.name)) {
      const message = `The file does not hold a workflow, but <${root.name}>. A workflow starts with <workflow>, a single task with <task> or <cond>.`;
      return createBrokenNode('HED107', message, root.nameSpan);
    }
    const type = findWrittenType(this.#source, root) ?? inferTaskType(root);
    const shape = addWorkflowFields(findTaskShape(this.#source, root));
    return addImplicitEntry(this.#object(root, shape), 'type', {
      kind: 'scalar',
      value: type,
      text: type,
      span: root.nameSpan,
    });
  }

  /** The value of an element. In a map, the attribute `keyName` is the key of the value, not part of it. */
  #value(element: XmlElement, shape: Shape, keyName?: string): SyntaxNode {
    const format = findFormatAttribute(element);
    if (format) return this.#formatted(element, format, keyName);
    switch (shape.kind) {
      case 'task':
        return this.#task(element, keyName);
      case 'object':
        return this.#object(element, shape, keyName);
      case 'union':
        return this.#union(element, shape, keyName);
      case 'list':
        return createListNode([this.#value(element, shape.item)]);
      case 'record':
      case 'tuple':
        return this.#free(element, true, keyName);
      case 'any':
        return this.#free(element, false, keyName);
      default:
        return this.#scalar(element, shape, keyName);
    }
  }

  #formatted(element: XmlElement, format: XmlAttribute, keyName?: string): SyntaxNode {
    if (format.value !== 'json') {
      const mend = { title: 'Change to json', text: 'json' };
      return createBrokenNode('HED203', `"${format.value}" is not a format. Only json is.`, format.valueSpan, mend);
    }
    return findStrayAttribute(element, keyName) ?? this.#json(element);
  }

  #json(element: XmlElement): SyntaxNode {
    const child = findFirstElement(element);
    if (child)
      return createBrokenNode(
        'HED202',
        `<${element.name}> holds JSON, in which elements are not allowed.`,
        child.nameSpan,
      );
    const { text } = readElementText(this.#source, element);
    if (text === '')
      return createBrokenNode('HED111', `<${element.name}> should hold JSON, and is empty.`, element.nameSpan);
    return parseJsonSyntax(text, createPartSpans(this.#source, element), this.#size);
  }

  #scalar(element: XmlElement, shape: Shape, keyName?: string): SyntaxNode {
    const stray = findStrayAttribute(element, keyName);
    if (stray) return stray;
    const child = findFirstElement(element);
    if (child) {
      const message = `<${element.name}> holds a plain text. In it < is written &lt;, or the text as <![CDATA[ … ]]>.`;
      return createBrokenNode('HED202', message, child.tagSpan);
    }
    const { text, span } = readElementText(this.#source, element);
    return { kind: 'scalar', value: parsePlainValue(text, shape), text, span };
  }

  /** A value where any is allowed: a text, or JSON. Where only JSON is possible (`isJson`), it need not be marked. */
  #free(element: XmlElement, isJson: boolean, keyName?: string): SyntaxNode {
    const child = findFirstElement(element);
    if (memberwise.has(element.name) && (child || listOwnAttributes(element, keyName).length > 0))
      return this.#memberwise(element);
    if (child) {
      const start = this.#source.slice(element.nameSpan[0] - 1, element.tagSpan[1] - 1);
      const message = `A value with parts is written as JSON: ${start} format="json">{ … }</${element.name}>.`;
      return createBrokenNode('HED202', message, child.nameSpan);
    }
    if (!isJson) return this.#scalar(element, { kind: 'any' }, keyName);
    const stray = findStrayAttribute(element, keyName);
    if (stray) return stray;
    const isUnset = readElementText(this.#source, element).text === '';
    return isUnset ? { kind: 'map', entries: [], span: element.span, isBlock: false } : this.#json(element);
  }

  /** An object whose members are the attributes and elements, whatever their names. */
  #memberwise(element: XmlElement): MapNode {
    const entries: MapEntry[] = listOwnAttributes(element).map((attribute) => ({
      key: attribute.name,
      keySpan: attribute.nameSpan,
      value: createAttributeNode(attribute, { kind: 'any' }),
    }));
    const problems: Problem[] = [];
    const seen = new Set(entries.map(({ key }) => key));
    for (const child of listChildElements(element)) {
      const { name: key, nameSpan: keySpan } = child;
      if (seen.has(key)) problems.push(createDoubledProblem(key, child));
      else {
        seen.add(key);
        const isPlain = findFirstElement(child) === undefined && listOwnAttributes(child).length === 0;
        entries.push({ key, keySpan, value: isPlain ? this.#value(child, { kind: 'any' }) : this.#memberwise(child) });
      }
    }
    return mapNode(element, entries, problems);
  }

  #union(element: XmlElement, shape: Extract<Shape, { kind: 'union' }>, keyName?: string): SyntaxNode {
    const isUnset = findFirstElement(element) === undefined;
    const any = shape.options.find(({ kind }) => kind === 'any');
    const list = shape.options.find((option) => option.kind === 'list');
    const object = joinObjectOptions(shape.options);
    if (isUnset && listOwnAttributes(element, keyName).length === 0) {
      if (isTakingPlain(shape)) return this.#scalar(element, shape, keyName);
      if (list) return createListNode([this.#value(element, list.item, keyName)]);
    }
    if (object === undefined) return this.#scalar(element, shape, keyName);
    const groups = groupFieldParts(element, object, keyName);
    const isOwn = groups.every(({ field }) => field !== undefined);
    if (any === undefined || isOwn) return this.#object(element, object, keyName, groups);
    // The fields of a task may be directly in an input, as in a task.
    const isTask = object.fields.has('task') && !isUnset;
    const held =
      isTask &&
      groupFieldParts(element, findTaskShape(this.#source, element), keyName).every(({ field }) => field !== undefined);
    if (!held) return this.#free(element, false, keyName);
    const task: MapEntry = { key: 'task', keySpan: element.nameSpan, value: this.#task(element, keyName) };
    return { kind: 'map', entries: [task], span: element.span, isBlock: true };
  }

  #task(element: XmlElement, keyName?: string): SyntaxNode {
    const held = findHeldTask(element);
    if (held) return this.#value(held, { kind: 'task' });
    const map = this.#object(element, findTaskShape(this.#source, element), keyName);
    if (element.name !== condElement) return map;
    return addImplicitEntry(map, 'type', {
      kind: 'scalar',
      value: condElement,
      text: condElement,
      span: element.nameSpan,
    });
  }

  #object(
    element: XmlElement,
    shape: ObjectShape,
    keyName?: string,
    groups = groupFieldParts(element, shape, keyName),
  ): MapNode {
    const entries: MapEntry[] = [];
    const problems: Problem[] = [];
    for (const parts of groups) {
      const { key, keySpan } = parts;
      const value = this.#field(parts);
      if (key === '__proto__') problems.push(createReservedKeyProblem(keySpan));
      else if (key === extensionsElement && value.kind === 'map') {
        entries.push(...value.entries);
        problems.push(...(value.problems ?? []));
      } else entries.push({ key: key.startsWith('x:') ? `x-${key.slice(2)}` : key, keySpan, value });
      const second = findSecondPart(parts);
      if (second) problems.push(createDoubledProblem(key, second));
    }
    const text = findStrayText(element);
    const content = findFirstElement(element) ? undefined : textFields.find((key) => shape.fields.has(key));
    if (content === undefined) {
      if (text) problems.push(createMisplacedTextProblem(element, text));
      // A part of a system prompt may be an empty text; a script or a task without text has no text.
    } else if (
      (text || (content === contentKey && shape.fields.get(content)?.isRequired === true)) &&
      !groups.some(({ name }) => name === content)
    ) {
      const { text: value, span } = readElementText(this.#source, element);
      entries.push({ key: content, keySpan: element.nameSpan, value: { kind: 'scalar', value, text: value, span } });
    }
    return mapNode(element, entries, problems);
  }

  #field(parts: FieldParts): SyntaxNode {
    const { key, keySpan, name, field, attributes, elements, members } = parts;
    const [attribute] = attributes;
    const element = elements[0] ?? members[0];
    if (attribute) return createAttributeNode(attribute, field?.shape ?? { kind: 'any' });
    if (element === undefined) return { kind: 'broken', span: keySpan };
    if (key.startsWith('x:') || key === extensionsElement) return this.#json(element);
    if (field === undefined) return this.#unknown(element);
    const { shape } = field;
    if (findFormatAttribute(element) && elements.length === 1 && members.length === 0)
      return this.#value(element, shape);
    const form = getXmlForm(name, shape);
    if (form.kind === 'members') return this.#members(parts, shape, form);
    if (form.kind === 'json') return this.#free(element, true);
    const list = elements.length > 1 || shape.kind === 'list' ? listIn(shape) : undefined;
    return list ? createListNode(elements.map((item) => this.#value(item, list.item))) : this.#value(element, shape);
  }

  /** A field without a known shape. The reader knows it by its key; a plain text may be a spelling of older files. */
  #unknown(element: XmlElement): SyntaxNode {
    return findFirstElement(element) ? { kind: 'broken', span: element.span } : this.#scalar(element, { kind: 'any' });
  }

  #members({ elements, members }: FieldParts, given: Shape, form: MembersForm): SyntaxNode {
    const [only, ...more] = elements;
    const isText = only !== undefined && more.length === 0 && findStrayText(only) && !findFirstElement(only);
    if (isText && isTakingKind(given, 'text')) return this.#scalar(only, given);
    const shape = findMembersShape(given) ?? given;
    const item = shape.kind === 'list' ? shape.item : shape.kind === 'record' ? shape.value : shape;
    const found: XmlElement[] = [];
    const problems: Problem[] = [];
    for (const holder of elements) {
      const children = listChildElements(holder);
      const text = findStrayText(holder);
      // `<tools>search</tools>` is how a list of plain values looks elsewhere.
      if (text && children.length === 0 && shape.kind === 'list' && item.kind !== 'task') {
        found.push(holder);
        continue;
      }
      if (text) problems.push(createMisplacedTextProblem(holder, text));
      const stray = findStrayAttribute(holder)?.problem;
      if (stray) problems.push(stray);
      for (const child of children) {
        if (isMember(child.name, form)) found.push(child);
        else problems.push(createNotMemberProblem(holder, child, form));
      }
    }
    const [holder = members[0] as XmlElement] = elements;
    found.push(...members);
    if (elements.length > 0 && members.length > 0) found.sort((a, b) => a.span[0] - b.span[0]);
    if (shape.kind === 'record') return this.#record(holder, found, shape, form, problems);
    const wrong = problems.map((problem): BrokenNode => ({ kind: 'broken', problem, span: problem.span }));
    const items = [...found.map((member) => this.#value(member, item)), ...wrong];
    return { kind: 'list', items, span: holder.span, isBlock: true };
  }

  #record(
    holder: XmlElement,
    members: readonly XmlElement[],
    shape: Extract<Shape, { kind: 'record' }>,
    { key: keyName }: MembersForm,
    problems: Problem[],
  ): MapNode {
    const item = shape.value;
    const entries: MapEntry[] = [];
    const seen = new Set<string>();
    const isTop = shape === tasksShape;
    for (const held of members) {
      // Nothing is kept in memory for each of ten thousand tasks.
      const member = isTop ? held.unread : held;
      let name: string = keyName;
      let attribute = member.attributes.find((other) => other.name === name);
      if (attribute === undefined && item.kind === 'task' && findWrittenType(this.#source, member) === 'function') {
        // Functions have a `name` instead of an `id`.
        name = 'name';
        attribute = member.attributes.find((other) => other.name === name);
      }
      const child = attribute ? undefined : listChildElements(member).find((other) => other.name === name);
      const key = attribute
        ? createAttributeNode(attribute, { kind: 'any' })
        : child && this.#scalar(child, { kind: 'any' });
      if (key?.kind !== 'scalar') problems.push(createMissingKeyProblem(member, keyName));
      else if (key.text === '__proto__') problems.push(createReservedKeyProblem(key.span));
      else if (seen.has(key.text)) problems.push(createDoubledMemberProblem(member, key));
      else {
        seen.add(key.text);
        const rest = child ? removeChild(member, child) : held;
        const keyAttribute = attribute && name;
        entries.push(
          isTop
            ? this.#madeLater(key, rest, keyAttribute)
            : { key: key.text, keySpan: key.span, value: this.#value(rest, item, keyAttribute) },
        );
      }
    }
    return mapNode(holder, entries, problems);
  }

  /**
   * An entry for a task of the document whose value is made each time it is read, so that the tree of a large document
   * is never in memory as a whole. Its JSON is counted once.
   */
  #madeLater({ text: key, span }: ScalarNode, element: XmlElement, keyName: string | undefined): MapEntry {
    let conversion: Conversion = this;
    return new MadeEntry(key, span, () => {
      const value = conversion.#value(element.unread, { kind: 'task' }, keyName);
      conversion = new Conversion(conversion.#source);
      return value;
    });
  }
}

/** An entry whose value is made each time it is read. */
class MadeEntry implements MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly #make: () => SyntaxNode;

  constructor(key: string, keySpan: Span, make: () => SyntaxNode) {
    this.key = key;
    this.keySpan = keySpan;
    this.#make = make;
  }

  get value(): SyntaxNode {
    return this.#make();
  }
}

/** The fields that the text of an element without elements may stand for. The first that the object has is taken. */
const textFields: readonly string[] = [contentKey, 'content', 'description'];

/** Elements where any value is allowed and whose attributes and elements are members, as in files of other programs. */
const memberwise: ReadonlySet<string> = new Set(['error', 'returns']);

/** The part of a field that conflicts with its first part, if any. */
function findSecondPart({
  name,
  field,
  attributes,
  elements,
  members,
}: FieldParts): XmlAttribute | XmlElement | undefined {
  if (attributes.length + elements.length + members.length < 2) return undefined;
  const isHeld = field !== undefined && getXmlForm(name, field.shape).kind === 'members';
  const parts = [...attributes, ...elements];
  if (field && isTakingKind(field.shape, 'list') && attributes.length === 0) return undefined;
  return parts[1] ?? (isHeld ? undefined : members[1]);
}
