import { taskTypes } from '@/workflow/tasks';
import {
  contentKey,
  extensionNamespace,
  extensionsElement,
  formatAttribute,
  type MembersForm,
  xmlForm,
} from './element-names';
import { documentShape, joinedShape, type ObjectShape, objectOf, type Shape, taskShape } from './schema-shape';
import { typeWords } from './task-type';
import { renderElement } from './xml/render-element';
import type { WrittenElement } from './xml/written-element';
import { isFreeText, notes, restrictedText, simpleType, textType, xs } from './xsd-types';

/**
 * The XSD 1.0 of a workflow, or of a single task, in the canonical spelling of XML. Fields may be in any order, as for
 * the reader. The reader checks what XSD cannot express: which fields a task of a type has, how often one may appear,
 * and all that depends on more than the position of an element.
 */
export function documentXsd(): string {
  const schema = xs('schema', { 'xmlns:xs': 'http://www.w3.org/2001/XMLSchema', version: '1.0' }, [
    ...notes('Heddle workflow, version 1'),
    elementOf('workflow', documentShape),
    elementOf('task', { kind: 'task' }),
    elementOf('cond', { kind: 'task' }),
    ...taskTypeDefinitions(),
    ...textTypeDefinitions(),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${renderElement(schema)}\n`;
}

const anyNumber = { minOccurs: '0', maxOccurs: 'unbounded' };
const anyText: Shape = { kind: 'any' };
const fieldsOfTask = xs('group', { ref: 'task_fields' });
const attributesOfTask = xs('attributeGroup', { ref: 'task_attributes' });

function taskTypeDefinitions(): WrittenElement[] {
  const task = taskOfAnyType();
  const id = attribute('id', anyText);
  const type = (name: string, choice: readonly WrittenElement[], ...attributes: WrittenElement[]): WrittenElement =>
    xs('complexType', { name }, [xs('choice', anyNumber, choice), attributesOfTask, ...attributes]);
  return [
    type('task', [fieldsOfTask], id),
    type('named_task', [fieldsOfTask], attribute('id', anyText, 'required')),
    // A director and similar fields hold the fields of a task, or a task.
    type('held_task', [fieldsOfTask, elementOf('task', { kind: 'task' })], id),
    xs('group', { name: 'task_fields' }, [xs('choice', {}, [...fieldElements(task), ...openElements])]),
    xs('attributeGroup', { name: 'task_attributes' }, fieldAttributes(task, 'id')),
  ];
}

/** The fields of tasks of all types, since the type may be left out. */
function taskOfAnyType(): ObjectShape {
  const fields = new Map(taskTypes.flatMap((type) => [...taskShape(type).fields]));
  for (const [key, field] of fields) {
    const shapes = taskTypes.flatMap((type) => taskShape(type).fields.get(key)?.shape ?? []);
    const forms = new Map(shapes.map((shape) => [renderElement(elementOf(key, shape)), shape]));
    // Types have few fields of one name that hold different things, such as script: there both may be.
    if (forms.size > 1) fields.set(key, { ...field, shape: { kind: 'union', options: [...forms.values()] } });
  }
  const type = fields.get('type');
  if (type) fields.set('type', { ...type, shape: { kind: 'choice', values: typeWords } });
  return objectOf(fields, true);
}

/** Types of elements that hold a text, which may be, or must be, JSON. */
function textTypeDefinitions(): WrittenElement[] {
  const type = (name: string, use: 'optional' | 'required'): WrittenElement =>
    xs('complexType', { name }, [
      xs('simpleContent', {}, [xs('extension', { base: 'xs:string' }, [formatOf(use), spaceAttribute])]),
    ]);
  return [type(textType, 'optional'), type('json', 'required')];
}

const formatOf = (use: 'optional' | 'required'): WrittenElement =>
  xs('attribute', { name: formatAttribute, type: 'xs:string', fixed: 'json', use });

/** Allows `xml:space`, which keeps the white space around a text. */
const spaceAttribute = xs('anyAttribute', {
  namespace: 'http://www.w3.org/XML/1998/namespace',
  processContents: 'lax',
});

/** The attribute of a member of a map that holds its key. */
type KeyAttribute = { readonly name: string; readonly shape: Shape };

/** The declaration of an element that holds a value of this shape. */
function elementOf(name: string, shape: Shape, key?: KeyAttribute): WrittenElement {
  if (shape.kind === 'task') {
    const type = key ? 'named_task' : name === 'task' || name === 'cond' ? 'task' : 'held_task';
    return xs('element', { name, type });
  }
  const content = contentOf(shape);
  if (content.isTask || content.object) return objectElement(name, content, key);
  if (key) {
    const extension = xs('extension', { base: textType }, [attribute(key.name, key.shape, 'required')]);
    return xs('element', { name }, [xs('complexType', {}, [xs('simpleContent', {}, [extension])])]);
  }
  if (content.texts.some(isFreeText)) return xs('element', { name, type: textType });
  return xs('element', { name }, [content.isJson ? restrictedText(content.texts) : simpleType(content.texts)]);
}

/** What may be in an element, all that its shape allows taken together. */
interface Content {
  /** Plain values that its text may be; none: it has no text. */
  readonly texts: readonly Shape[];
  /** Whether its text may be JSON, with the attribute that says so. */
  readonly isJson: boolean;
  readonly isTask: boolean;
  /** The fields that may be in it, of whichever object. */
  readonly object?: ObjectShape;
}

const nothing: Content = { texts: [], isJson: false, isTask: false };

function contentOf(shape: Shape): Content {
  switch (shape.kind) {
    case 'task':
      return { ...nothing, isTask: true };
    case 'object':
      return { ...nothing, object: shape };
    case 'list':
      // A list repeats its element; one that is empty, or hard to tell from its only item, is JSON.
      return { ...contentOf(shape.item), isJson: true };
    case 'union': {
      const options = shape.options.map(contentOf);
      const objects = options.flatMap(({ object }) => object ?? []);
      return {
        texts: options.flatMap(({ texts }) => texts),
        isJson: options.some(({ isJson }) => isJson) || objects.length > 0,
        isTask: options.some(({ isTask }) => isTask),
        ...(objects.length > 0 ? { object: joinedShape(objects) } : {}),
      };
    }
    case 'record':
    case 'tuple':
      return { ...nothing, texts: [anyText], isJson: true };
    default:
      return { ...nothing, texts: [shape], isJson: isFreeText(shape) };
  }
}

/** The declaration of an element that holds fields. */
function objectElement(
  name: string,
  { texts, isJson, isTask, object = joinedShape([]) }: Content,
  key?: KeyAttribute,
): WrittenElement {
  const isText = isJson || texts.length > 0 || object.fields.has(contentKey);
  const children = [
    ...fieldElements(object),
    ...(object.isOpen && !isTask ? openElements : []),
    ...(isTask ? [fieldsOfTask, elementOf('task', { kind: 'task' })] : []),
  ];
  return xs('element', { name }, [
    xs('complexType', isText ? { mixed: 'true' } : {}, [
      xs('choice', anyNumber, children),
      ...(key ? [attribute(key.name, key.shape, 'required')] : []),
      ...fieldAttributes(object, key?.name),
      ...(isTask ? [attributesOfTask, attribute('id', anyText)] : []),
      ...(isText ? [formatOf('optional'), spaceAttribute] : []),
    ]),
  ]);
}

/** Elements of an object that may have `x-` keys. */
const openElements: readonly WrittenElement[] = [
  xs('element', { name: extensionsElement, type: 'json' }),
  xs('any', { namespace: extensionNamespace, processContents: 'lax' }),
];

/** The fields of an object that may be attributes. `without`: one that is declared already. */
function fieldAttributes({ fields }: ObjectShape, without?: string): WrittenElement[] {
  return [...fields].flatMap(([key, { shape }]) =>
    key !== without && xmlForm(key, shape).kind === 'attribute' ? [attribute(key, shape)] : [],
  );
}

function attribute(name: string, shape: Shape, use?: 'required'): WrittenElement {
  const more = use ? { use } : {};
  return isFreeText(shape)
    ? xs('attribute', { name, type: 'xs:string', ...more })
    : xs('attribute', { name, ...more }, [simpleType([shape])]);
}

/** The elements of all fields of an object; what is an attribute may be an element too. */
function fieldElements({ fields }: ObjectShape): WrittenElement[] {
  return [...fields].flatMap(([key, { shape, description }]) => {
    const form = xmlForm(key, shape);
    if (form.kind === 'json') return [withNote(xs('element', { name: key, type: 'json' }), description)];
    if (form.kind !== 'members') return [withNote(elementOf(key, shape), description)];
    const members = memberElements(shape, form);
    if (!form.isBare) return [withNote(membersElement(key, shape, members), description)];
    return [...members.map((member) => withNote(member, description)), xs('element', { name: key, type: 'json' })];
  });
}

function memberElements(shape: Shape, { element, key }: MembersForm): WrittenElement[] {
  const names = element === 'task' ? ['task', 'cond'] : [element];
  if (shape.kind === 'list') return names.map((name) => elementOf(name, shape.item));
  if (shape.kind !== 'record') return [];
  const keyShape: Shape = { kind: 'text', schema: shape.key };
  return names.map((name) => elementOf(name, shape.value, { name: key, shape: keyShape }));
}

/** The element around members; of a map whose keys may not be in XML, it may be JSON. */
function membersElement(name: string, shape: Shape, members: readonly WrittenElement[]): WrittenElement {
  const isJson = shape.kind === 'record' && isFreeText({ kind: 'text', schema: shape.key });
  const choice = xs('choice', anyNumber, members);
  const type = isJson
    ? xs('complexType', { mixed: 'true' }, [choice, formatOf('optional')])
    : xs('complexType', {}, [choice]);
  return xs('element', { name }, [type]);
}

/** An element of XSD with its documentation. */
function withNote(element: WrittenElement, description: string | undefined): WrittenElement {
  const { content } = element;
  if (content.kind !== 'elements') return element;
  return { ...element, content: { kind: 'elements', elements: [...notes(description), ...content.elements] } };
}
