import { nameSchema } from '@/base/name-schema';
import { placeSchema } from '@/workflow/name-schemas';
import type { Shape } from './schema-shape';

/** Namespace of `x:` elements, which hold the `x-` keys of a document. */
export const extensionNamespace = 'urn:heddle:x';

/** Element that holds, as JSON, the `x-` keys of an object that cannot be names of elements. */
export const extensionsElement = 'extensions';

/** The attribute `format="json"`: the text of the element is JSON. Without it, the text is a string. */
export const formatAttribute = 'format';

/** Fields that are written as attributes if they hold a text; as elements if the text cannot be in an attribute. */
const attributeKeys: ReadonlySet<string> = new Set([
  'heddle',
  'version',
  'id',
  'name',
  'type',
  'subtype',
  'ref',
  'from',
  'glob',
  'test',
  'task',
]);

/** The field whose value is the text of its object's element: `<system name="tone">Be brief.</system>`. */
export const contentKey = 'value';

/** How the members of a map or a list are written in XML. */
export interface MembersForm {
  readonly kind: 'members';
  /** Name of the element of each member. */
  readonly element: string;
  /** Attribute with the key of a map's member. If the member has a field of this name, that field is an element. */
  readonly key: 'id' | 'name' | 'path';
  /** Whether the members are written directly, without an element of the field's name around them. */
  readonly isBare: boolean;
}

/**
 * How a field is written in XML:
 * - `attribute`: as an attribute of its object's element;
 * - `members`: as an element that holds one element for each member, or as these elements alone;
 * - `json`: as an element with JSON;
 * - `element`: as an element of its name, with the content of its shape: a text, fields, a task. A list repeats the
 *   element.
 */
export type XmlForm = MembersForm | { readonly kind: 'attribute' | 'json' | 'element' };

const createMembersForm = (element: string, key: MembersForm['key'] = 'name', isBare = false): MembersForm => ({
  kind: 'members',
  element,
  key,
  isBare,
});

/** Forms of members by the name of their field. */
const memberForms: Readonly<Record<string, MembersForm>> = {
  tasks: createMembersForm('task', 'id'),
  subtasks: createMembersForm('task', 'id'),
  steps: createMembersForm('task', 'id'),
  cases: createMembersForm('case', 'name', true),
  variables: createMembersForm('variable'),
  agents: createMembersForm('agent'),
  tools: createMembersForm('tool'),
  attachments: createMembersForm('attachment'),
  library: createMembersForm('definition'),
  inputs: createMembersForm('input'),
  args: createMembersForm('arg'),
  form: createMembersForm('field'),
  returns: createMembersForm('return'),
  state: createMembersForm('value'),
  initial_state: createMembersForm('value'),
  parameters: createMembersForm('parameter'),
  index: createMembersForm('file', 'path', true),
  headers: createMembersForm('header'),
  query: createMembersForm('param'),
  env: createMembersForm('variable'),
  tests: createMembersForm('test'),
  outputs: createMembersForm('output'),
};

const attributeForm: XmlForm = { kind: 'attribute' };
const jsonForm: XmlForm = { kind: 'json' };
const elementForm: XmlForm = { kind: 'element' };

/** How a field, named as in a file, is written in XML. Reader, writer and XSD follow it. */
export function getXmlForm(key: string, shape: Shape): XmlForm {
  const isPlain = shape.kind === 'text' || shape.kind === 'choice' || shape.kind === 'constant';
  if (isPlain && attributeKeys.has(key)) return attributeForm;
  // Maps with free keys and free values are the author's data, such as a JSON Schema; so are positions, which nobody
  // writes by hand.
  const isFree =
    shape.kind === 'record' && shape.value.kind === 'any' && shape.key !== nameSchema && shape.key !== placeSchema;
  if (isFree || key === 'layout') return jsonForm;
  const named = findMembersShape(shape) === undefined ? undefined : memberForms[key];
  return named ?? elementForm;
}

type MembersShape = Extract<Shape, { kind: 'record' | 'list' }>;

/** The map or the list that a value is, or that it is where it is no plain text; undefined: it is neither. */
export function findMembersShape(shape: Shape): MembersShape | undefined {
  if (shape.kind === 'record' || shape.kind === 'list') return shape;
  if (shape.kind !== 'union' || shape.options.some(({ kind }) => kind !== 'text' && kind !== 'record'))
    return undefined;
  return shape.options.find((option): option is MembersShape => option.kind === 'record');
}

/** Name, without its prefix, of the `x:` element for an `x-` key; undefined if the key cannot be such a name. */
export function findExtensionName(key: string): string | undefined {
  return /^x-([A-Za-z_][\w.-]*)$/.exec(key)?.[1];
}
