import type { z } from 'zod';
import { defined, omitEmpty } from '@/base/defined';
import { type TaskType, taskTypes } from '@/workflow/tasks';
import { buildPlainSchema } from './plain-schema';
import { documentShape, getTaskShape, type ObjectShape, type Shape, type ShapeField } from './schema-shape';
import { tellingFields, typeWords } from './task-type';

/** A JSON Schema, or a part of one. */
type Schema = { readonly [keyword: string]: unknown };

/**
 * The JSON Schema (draft 7) of a file: snake_case keys, with descriptions. It accepts what the reader accepts in
 * canonical spelling. Rules that depend on more than one place, such as ids that must exist, are checked by the reader
 * only.
 */
export function buildDocumentJsonSchema(): object {
  const task = buildTaskSchema();
  const document = buildDocumentSchema();
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://heddle/schemas/heddle-1.json',
    title: 'Heddle workflow, version 1',
    if: { anyOf: [requireKey('tasks'), requireKey('workflows'), { not: requireAnyKey('type', 'description') }] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
    then: createReference('document'),
    else: createReference('single_task'),
    definitions: {
      document,
      task,
      listed_task: { type: 'object', required: ['id'], allOf: [createReference('task')] },
      single_task: addProperties(task, buildAroundTaskSchema(document)),
    },
  };
}

const requireKey = (key: string): Schema => ({ required: [key] });
const requireAnyKey = (...keys: readonly string[]): Schema => ({ anyOf: keys.map(requireKey) });
const createReference = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
const getProperties = (schema: Schema): Schema => schema['properties'] as Schema;
const addProperties = (schema: Schema, more: Schema): Schema => ({
  ...schema,
  properties: { ...more, ...getProperties(schema) },
});

function buildDocumentSchema(): Schema {
  const { required: _required, ...document } = buildObjectSchema(documentShape);
  return addProperties(document, { workflows: { description: 'A workflow by its name, main.', type: 'object' } });
}

/** The fields of the workflow that may be beside the fields of a root that is a single task. */
function buildAroundTaskSchema(document: Schema): Schema {
  const { heddle, version, default_model, agents, layout } = getProperties(document);
  return { heddle, version, default_model, agents, layout };
}

/** One schema for tasks of all types, since the type may be left out. */
function buildTaskSchema(): Schema {
  const { required: _required, ...common } = buildObjectSchema(getTaskShape('atomic'));
  const ofTypes = taskTypes.map((type) => [type, getProperties(buildObjectSchema(getTaskShape(type)))] as const);
  const all: Record<string, unknown> = Object.assign({}, ...ofTypes.map(([, properties]) => properties));
  all['type'] = {
    description: 'Type of the task. Without it: inferred from its fields, else atomic.',
    enum: typeWords,
  };
  // A few fields have one name in several types but different values, such as script: these depend on the type.
  const isJudged = (key: string): boolean =>
    key !== 'type' && new Set(ofTypes.flatMap(([, { [key]: own }]) => (own ? [removeDescription(own)] : []))).size > 1;
  const judged = Object.keys(all).filter(isJudged);
  for (const key of judged) all[key] = {};
  const rules = ofTypes.flatMap(([type, properties]) => {
    const own = Object.entries(properties).filter(([key]) => judged.includes(key));
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
    return own.length === 0 ? [] : [{ if: isOfType(type), then: { properties: Object.fromEntries(own) } }];
  });
  return { ...common, type: ['object', 'null'], properties: all, allOf: rules };
}

const removeDescription = (schema: unknown): string => JSON.stringify({ ...(schema as Schema), description: '' });

/** Whether a task states this type, or its fields imply it. */
function isOfType(type: TaskType): Schema {
  const words = new Set([type, type.replaceAll('_', '-')]);
  const says = { required: ['type'], properties: { type: { enum: [...words] } } };
  const at = tellingFields.findIndex(([, told]) => told === type);
  const [field] = tellingFields[at] ?? [];
  if (field === undefined) return says;
  const earlier = tellingFields.slice(0, at).map(([key]) => key);
  return { anyOf: [says, { required: [field], not: requireAnyKey('type', ...earlier) }] };
}

function buildObjectSchema({ fields, isOpen }: ObjectShape): Schema {
  const required = [...fields].filter(([, field]) => field.isRequired).map(([key]) => key);
  return {
    type: 'object',
    properties: Object.fromEntries([...fields].map(([key, field]) => [key, buildFieldSchema(field)])),
    ...defined({ required: omitEmpty(required), patternProperties: isOpen ? { '^x-': {} } : undefined }),
    additionalProperties: false,
  };
}

function buildFieldSchema({ shape, description }: ShapeField): Schema {
  const schema = buildShapeSchema(shape);
  if (description === undefined) return schema;
  // In draft 7, keywords beside $ref are ignored.
  return '$ref' in schema ? { description, allOf: [schema] } : { description, ...schema };
}

function buildShapeSchema(shape: Shape): Schema {
  switch (shape.kind) {
    case 'any':
      return {};
    case 'task':
      return createReference('task');
    case 'boolean':
      return { type: 'boolean' };
    case 'text':
      return buildTextSchema(shape.schema);
    case 'number':
    case 'constant':
      return buildPlainSchema(shape.schema);
    case 'choice':
      return { type: 'string', enum: shape.values };
    case 'object':
      return buildObjectSchema(shape);
    case 'record':
      return recordSchema(shape);
    case 'list': {
      const items = buildShapeSchema(shape.item);
      const list = { type: 'array', items };
      // A list with one text may be written as the text alone.
      return shape.item.kind === 'text' ? { anyOf: [list, items] } : list;
    }
    case 'tuple': {
      const count = shape.items.length;
      return { type: 'array', items: shape.items.map(buildShapeSchema), minItems: count, maxItems: count };
    }
    case 'union':
      return {
        anyOf: shape.options.map((option) =>
          option.kind === 'any' ? buildLiteralSchema(shape.options) : buildShapeSchema(option),
        ),
      };
  }
}

/** Any value except `{task: …}`, if that is allowed there too. */
function buildLiteralSchema(options: readonly Shape[]): Schema {
  const holdsTask = options.some((option) => option.kind === 'object' && option.fields.has('task'));
  if (!holdsTask) return {};
  return { not: { type: 'object', required: ['task'], maxProperties: 1, properties: { task: { type: 'object' } } } };
}

function recordSchema({ key, value }: Extract<Shape, { kind: 'record' }>): Schema {
  const map = { type: 'object', propertyNames: buildPlainSchema(key), additionalProperties: buildShapeSchema(value) };
  if (value.kind !== 'task') return map;
  return {
    anyOf: [
      { ...map, type: ['object', 'null'] },
      { type: 'array', items: createReference('listed_task') },
    ],
  };
}

/**
 * A text may also be another scalar, whose source is taken as it is, so that `version: 1.0` works; a name must look
 * like one.
 */
function buildTextSchema(schema: z.ZodType): Schema {
  const text = buildPlainSchema(schema);
  return 'pattern' in text ? text : { ...text, type: ['string', 'number', 'boolean', 'null'] };
}
