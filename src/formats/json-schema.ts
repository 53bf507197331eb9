import { z } from 'zod';
import { snakeCase } from '@/base/snake-case';
import { documentSchema } from '@/workflow/document';
import { nestedTaskSchema, taskSchemas, taskTypes } from '@/workflow/tasks';

/** A JSON Schema, or a part of one. */
type Schema = { readonly [keyword: string]: unknown };

/**
 * The JSON Schema (draft 7) of a file: snake_case keys, with descriptions. It takes what the reader takes in its canonical
 * spelling; what hangs on more than the place of a key, such as ids that must exist, is the reader's to say.
 */
export function documentJsonSchema(): object {
  const task = taskJsonSchema();
  const document = documentPart();
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://heddle/schemas/heddle-1.json',
    title: 'Heddle workflow, version 1',
    if: {
      anyOf: [
        { required: ['tasks'] },
        { required: ['workflows'] },
        { not: { anyOf: [has('type'), has('description')] } },
      ],
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
    then: ref('document'),
    else: ref('single_task'),
    definitions: {
      document,
      task,
      listed_task: { ...withProperties(task, { id: idSchema }), type: 'object', required: ['id'] },
      single_task: withProperties(task, { id: idSchema, ...aroundTask(document) }),
    },
  };
}

const has = (key: string): Schema => ({ required: [key] });
const ref = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
const propertiesOf = (schema: Schema): Schema => schema['properties'] as Schema;
const withProperties = (schema: Schema, more: Schema): Schema => ({
  ...schema,
  properties: { ...more, ...propertiesOf(schema) },
});
const idSchema: Schema = { description: 'Id of the task.', type: 'string' };

function documentPart(): Schema {
  const { required: _required, ...document } = fromZod(documentSchema);
  const byId = {
    type: ['object', 'null'],
    propertyNames: (propertiesOf(document)['tasks'] as Schema)['propertyNames'],
    additionalProperties: ref('task'),
  };
  return withProperties(withoutProperty(document, 'tasks'), {
    tasks: {
      description: 'The tasks: a map of id to task, or a list of tasks with ids.',
      anyOf: [byId, { type: 'array', items: ref('listed_task') }],
    },
    workflows: { description: 'A workflow by its name, main.', type: 'object' },
  });
}

function withoutProperty(schema: Schema, name: string): Schema {
  const { [name]: _dropped, ...properties } = propertiesOf(schema);
  return { ...schema, properties };
}

/** What of the workflow may stand beside the fields of a root that is a single task. */
function aroundTask(document: Schema): Schema {
  const { heddle, version, default_model, agents, layout } = propertiesOf(document);
  return { heddle, version, default_model, agents, layout };
}

/** One schema for tasks of all types, since the type may be left out. */
function taskJsonSchema(): Schema {
  const { required: _required, ...common } = fromZod(taskSchemas.atomic);
  const { script: body } = propertiesOf(fromZod(taskSchemas.script));
  const own = Object.assign({}, ...Object.values(taskSchemas).map((schema) => propertiesOf(fromZod(schema))));
  const type = {
    description: 'Type of the task. Without it: told by its fields, else atomic.',
    enum: [...taskTypes, 'director-evaluator', 'director', 'evaluator'],
  };
  return {
    ...common,
    type: ['object', 'null'],
    properties: { ...own, type, script: {} },
    if: {
      anyOf: [
        has('director'),
        { properties: { type: { enum: ['director_evaluator', 'director-evaluator'] } }, required: ['type'] },
      ],
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
    then: { properties: { script: ref('task') } },
    else: { properties: { script: body } },
  };
}

const fromZod = (schema: z.ZodType): Schema =>
  asWritten(
    z.toJSONSchema(schema, {
      target: 'draft-7',
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if ((zodSchema as unknown) === nestedTaskSchema) Object.assign(jsonSchema, { allOf: [ref('task')] });
      },
    }) as Schema,
  );

/** Turns a schema of the model into one of what is written: other names, `x-` keys in place, texts that look like numbers. */
function asWritten(schema: Schema): Schema {
  // The only schema that refers to itself is the one of any JSON value.
  if ('$ref' in schema) return {};
  const { $schema: _schema, definitions: _definitions, ...written } = schema as Record<string, unknown>;
  for (const keyword of ['anyOf', 'oneOf', 'items'] as const) {
    const inner = written[keyword];
    if (Array.isArray(inner)) written[keyword] = inner.map(asWritten);
    else if (inner) written[keyword] = asWritten(inner as Schema);
  }
  const additional = written['additionalProperties'];
  if (typeof additional === 'object') written['additionalProperties'] = asWritten(additional as Schema);
  if (written['properties']) Object.assign(written, writtenProperties(written['properties'] as Schema));
  if (Array.isArray(written['required']))
    written['required'] = written['required'].map((key) => snakeCase(String(key)));
  if (isText(schema)) written['type'] = ['string', 'number', 'boolean', 'null'];
  const items = written['items'];
  if (written['type'] !== 'array' || Array.isArray(items) || !isTextList(schema)) return written;
  const { description, ...list } = written;
  return { ...(description === undefined ? {} : { description }), anyOf: [list, items] };
}

/** A text whose source is taken as it is, so that `version: 1.0` is right. */
const isText = ({ type, enum: choices, pattern, const: constant }: Schema): boolean =>
  type === 'string' && choices === undefined && pattern === undefined && constant === undefined;

/** A list of texts may be written as the one text in it. */
const isTextList = ({ items }: Schema): boolean => (items as Schema | undefined)?.['type'] === 'string';

function writtenProperties(properties: Schema): Schema {
  const entries = Object.entries(properties).filter(([key]) => key !== 'extensions' && key !== 'own');
  const written = Object.fromEntries(entries.map(([key, schema]) => [snakeCase(key), asWritten(schema as Schema)]));
  return { properties: written, ...('extensions' in properties ? { patternProperties: { '^x-': {} } } : {}) };
}
