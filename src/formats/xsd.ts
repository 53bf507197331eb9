import { taskTypes } from '@/workflow/tasks';
import {
  contentKey,
  extensionNamespace,
  extensionsElement,
  findMembersShape,
  formatAttribute,
  getXmlForm,
  type MembersForm,
} from './element-names';
import {
  createObjectShape,
  documentShape,
  getTaskShape,
  joinShapes,
  type ObjectShape,
  type Shape,
} from './schema-shape';
import { typeWords } from './task-type';
import { renderElement } from './xml/render-element';
import { isTakingKind } from './xml/to-elements';
import type { WrittenElement } from './xml/written-element';
import { buildNotes, buildRestrictedText, buildSimpleType, createXsElement, isFreeText, textType } from './xsd-types';

/**
 * The XSD 1.0 of a workflow, or of a single task, in the canonical spelling of XML. Fields may be in any order, as for
 * the reader. The reader checks what XSD cannot express: which fields a task of a type has, how often one may appear,
 * and all that depends on more than the position of an element.
 */
export function buildDocumentXsd(): string {
  const schema = createXsElement('schema', { 'xmlns:xs': 'http://www.w3.org/2001/XMLSchema', version: '1.0' }, [
    ...buildNotes('Heddle workflow, version 1'),
    buildElementDeclaration('workflow', documentShape),
    buildElementDeclaration('task', { kind: 'task' }),
    buildElementDeclaration('cond', { kind: 'task' }),
    ...buildTaskTypeDefinitions(),
    ...buildTextTypeDefinitions(),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${renderElement(schema)}\n`;
}

const anyNumber = { minOccurs: '0', maxOccurs: 'unbounded' };
const anyText: Shape = { kind: 'any' };
const fieldsOfTask = createXsElement('group', { ref: 'task_fields' });
const attributesOfTask = createXsElement('attributeGroup', { ref: 'task_attributes' });

function buildTaskTypeDefinitions(): WrittenElement[] {
  const task = joinTaskShapes();
  const id = buildAttribute('id', anyText);
  const buildType = (
    name: string,
    choice: readonly WrittenElement[],
    ...attributes: WrittenElement[]
  ): WrittenElement =>
    createXsElement('complexType', { name }, [
      createXsElement('choice', anyNumber, choice),
      attributesOfTask,
      ...attributes,
    ]);
  return [
    buildType('task', [fieldsOfTask], id),
    buildType('named_task', [fieldsOfTask], buildAttribute('id', anyText, 'required')),
    // A director and similar fields hold the fields of a task, or a task.
    buildType('held_task', [fieldsOfTask, buildElementDeclaration('task', { kind: 'task' })], id),
    createXsElement('group', { name: 'task_fields' }, [
      createXsElement('choice', {}, [...buildFieldDeclarations(task), ...openElements]),
    ]),
    createXsElement('attributeGroup', { name: 'task_attributes' }, buildFieldAttributes(task, 'id')),
  ];
}

/** The fields of tasks of all types, since the type may be left out. */
function joinTaskShapes(): ObjectShape {
  const fields = new Map(taskTypes.flatMap((type) => [...getTaskShape(type).fields]));
  for (const [key, field] of fields) {
    const shapes = taskTypes.flatMap((type) => getTaskShape(type).fields.get(key)?.shape ?? []);
    const forms = new Map(shapes.map((shape) => [renderElement(buildElementDeclaration(key, shape)), shape]));
    // Types have few fields of one name that hold different things, such as script: there both may be.
    if (forms.size > 1) fields.set(key, { ...field, shape: { kind: 'union', options: [...forms.values()] } });
  }
  const type = fields.get('type');
  if (type) fields.set('type', { ...type, shape: { kind: 'choice', values: typeWords } });
  return createObjectShape(fields, true);
}

/** Types of elements that hold a text, which may be, or must be, JSON. */
function buildTextTypeDefinitions(): WrittenElement[] {
  const buildType = (name: string, use: 'optional' | 'required'): WrittenElement =>
    createXsElement('complexType', { name }, [
      createXsElement('simpleContent', {}, [
        createXsElement('extension', { base: 'xs:string' }, [buildFormatAttribute(use), spaceAttribute]),
      ]),
    ]);
  return [buildType(textType, 'optional'), buildType('json', 'required')];
}

const buildFormatAttribute = (use: 'optional' | 'required'): WrittenElement =>
  createXsElement('attribute', { name: formatAttribute, type: 'xs:string', fixed: 'json', use });

/** Allows `xml:space`, which keeps the white space around a text. */
const spaceAttribute = createXsElement('anyAttribute', {
  namespace: 'http://www.w3.org/XML/1998/namespace',
  processContents: 'lax',
});

/** The attribute of a member of a map that holds its key. */
type KeyAttribute = { readonly name: string; readonly shape: Shape };

/** The declaration of an element that holds a value of this shape. */
function buildElementDeclaration(name: string, shape: Shape, key?: KeyAttribute): WrittenElement {
  if (shape.kind === 'task') {
    const type = key ? 'named_task' : name === 'task' || name === 'cond' ? 'task' : 'held_task';
    return createXsElement('element', { name, type });
  }
  const content = computeContent(shape);
  if (content.isTask || content.object) return buildObjectDeclaration(name, content, key);
  if (key) {
    const extension = createXsElement('extension', { base: textType }, [
      buildAttribute(key.name, key.shape, 'required'),
    ]);
    return createXsElement('element', { name }, [
      createXsElement('complexType', {}, [createXsElement('simpleContent', {}, [extension])]),
    ]);
  }
  if (content.texts.some(isFreeText)) return createXsElement('element', { name, type: textType });
  return createXsElement('element', { name }, [
    content.isJson ? buildRestrictedText(content.texts) : buildSimpleType(content.texts),
  ]);
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

function computeContent(shape: Shape): Content {
  switch (shape.kind) {
    case 'task':
      return { ...nothing, isTask: true };
    case 'object':
      return { ...nothing, object: shape };
    case 'list':
      // A list repeats its element; one that is empty, or hard to tell from its only item, is JSON.
      return { ...computeContent(shape.item), isJson: true };
    case 'union': {
      const options = shape.options.map(computeContent);
      const objects = options.flatMap(({ object }) => object ?? []);
      return {
        texts: options.flatMap(({ texts }) => texts),
        isJson: options.some(({ isJson }) => isJson) || objects.length > 0,
        isTask: options.some(({ isTask }) => isTask),
        ...(objects.length > 0 ? { object: joinShapes(objects) } : {}),
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
function buildObjectDeclaration(
  name: string,
  { texts, isJson, isTask, object = joinShapes([]) }: Content,
  key?: KeyAttribute,
): WrittenElement {
  const isText = isJson || texts.length > 0 || object.fields.has(contentKey);
  const children = [
    ...buildFieldDeclarations(object),
    ...(object.isOpen && !isTask ? openElements : []),
    ...(isTask ? [fieldsOfTask, buildElementDeclaration('task', { kind: 'task' })] : []),
  ];
  return createXsElement('element', { name }, [
    createXsElement('complexType', isText ? { mixed: 'true' } : {}, [
      createXsElement('choice', anyNumber, children),
      ...(key ? [buildAttribute(key.name, key.shape, 'required')] : []),
      ...buildFieldAttributes(object, key?.name),
      ...(isTask ? [attributesOfTask, buildAttribute('id', anyText)] : []),
      ...(isText ? [buildFormatAttribute('optional'), spaceAttribute] : []),
    ]),
  ]);
}

/** Elements of an object that may have `x-` keys. */
const openElements: readonly WrittenElement[] = [
  createXsElement('element', { name: extensionsElement, type: 'json' }),
  createXsElement('any', { namespace: extensionNamespace, processContents: 'lax' }),
];

/** The fields of an object that may be attributes. `without`: one that is declared already. */
function buildFieldAttributes({ fields }: ObjectShape, without?: string): WrittenElement[] {
  return [...fields].flatMap(([key, { shape }]) =>
    key !== without && getXmlForm(key, shape).kind === 'attribute' ? [buildAttribute(key, shape)] : [],
  );
}

function buildAttribute(name: string, shape: Shape, use?: 'required'): WrittenElement {
  const more = use ? { use } : {};
  return isFreeText(shape)
    ? createXsElement('attribute', { name, type: 'xs:string', ...more })
    : createXsElement('attribute', { name, ...more }, [buildSimpleType([shape])]);
}

/** The elements of all fields of an object; what is an attribute may be an element too. */
function buildFieldDeclarations({ fields }: ObjectShape): WrittenElement[] {
  return [...fields].flatMap(([key, { shape, description }]) => {
    const form = getXmlForm(key, shape);
    if (form.kind === 'json') return [addNote(createXsElement('element', { name: key, type: 'json' }), description)];
    if (form.kind !== 'members') return [addNote(buildElementDeclaration(key, shape), description)];
    const members = buildMemberDeclarations(findMembersShape(shape), form);
    if (!form.isBare) return [addNote(buildMembersDeclaration(key, shape, members), description)];
    return [
      ...members.map((member) => addNote(member, description)),
      createXsElement('element', { name: key, type: 'json' }),
    ];
  });
}

function buildMemberDeclarations(shape: Shape | undefined, { element, key }: MembersForm): WrittenElement[] {
  const names = element === 'task' ? ['task', 'cond'] : [element];
  if (shape?.kind === 'list') return names.map((name) => buildElementDeclaration(name, shape.item));
  if (shape?.kind !== 'record') return [];
  const keyShape: Shape = { kind: 'text', schema: shape.key };
  return names.map((name) => buildElementDeclaration(name, shape.value, { name: key, shape: keyShape }));
}

/** The element around members; of a map whose keys may not be in XML, it may be JSON. In place of some it is a text. */
function buildMembersDeclaration(name: string, shape: Shape, members: readonly WrittenElement[]): WrittenElement {
  const isJson = shape.kind === 'record' && isFreeText({ kind: 'text', schema: shape.key });
  const choice = createXsElement('choice', anyNumber, members);
  const isText = isTakingKind(shape, 'text');
  const type = createXsElement('complexType', isJson || isText ? { mixed: 'true' } : {}, [
    choice,
    ...(isJson ? [buildFormatAttribute('optional')] : []),
    ...(isText ? [spaceAttribute] : []),
  ]);
  return createXsElement('element', { name }, [type]);
}

/** An element of XSD with its documentation. */
function addNote(element: WrittenElement, description: string | undefined): WrittenElement {
  const { content } = element;
  if (content.kind !== 'elements') return element;
  return { ...element, content: { kind: 'elements', elements: [...buildNotes(description), ...content.elements] } };
}
