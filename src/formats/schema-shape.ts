import { z } from 'zod';
import { defined } from '@/base/defined';
import { jsonSchema } from '@/base/json-schema';
import { convertToSnakeCase } from '@/base/snake-case';
import { documentSchema, layoutSchema, settingsFields } from '@/workflow/document-schema';
import type { TaskType } from '@/workflow/tasks';
import { nestedTaskSchema, taskSchemas } from '@/workflow/tasks/task-schema';

/** A field of an object: its property name and its shape. */
export interface ShapeField {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  /** Its purpose, for a person. */
  readonly description?: string;
}

/**
 * An object with known keys. `fields` has their names in a file, in canonical order; `isOpen`: `x-` keys are allowed
 * beside them.
 */
export interface ObjectShape {
  readonly kind: 'object';
  readonly isOpen: boolean;
  readonly fields: ReadonlyMap<string, ShapeField>;
  /** The required fields. */
  readonly required: readonly (readonly [key: string, field: ShapeField])[];
}

/** The form of a schema, as far as reading and writing need it. `schema` checks a value that is read. */
export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'task' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text' | 'number' | 'constant'; readonly schema: z.ZodType }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | ObjectShape
  | { readonly kind: 'record'; readonly key: z.ZodType; readonly value: Shape }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'tuple'; readonly items: readonly Shape[] }
  | { readonly kind: 'union'; readonly options: readonly Shape[] };

function readShape(schema: z.ZodType): Shape {
  if (schema === jsonSchema) return { kind: 'any' };
  if (schema === nestedTaskSchema) return { kind: 'task' };
  if (schema instanceof z.ZodOptional) return readShape(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean' };
  if (schema instanceof z.ZodString) return { kind: 'text', schema };
  if (schema instanceof z.ZodNumber) return { kind: 'number', schema };
  if (schema instanceof z.ZodLiteral) return { kind: 'constant', schema };
  if (schema instanceof z.ZodEnum) return { kind: 'choice', values: schema.options.map(String) };
  if (schema instanceof z.ZodObject) return readObjectShape(schema.shape);
  if (schema instanceof z.ZodArray) return { kind: 'list', item: readShape(schema.element as z.ZodType) };
  if (schema instanceof z.ZodTuple) {
    return { kind: 'tuple', items: schema.def.items.map((item) => readShape(item as z.ZodType)) };
  }
  if (schema instanceof z.ZodRecord) {
    return { kind: 'record', key: schema.keyType as z.ZodType, value: readShape(schema.valueType as z.ZodType) };
  }
  if (schema instanceof z.ZodUnion) {
    return { kind: 'union', options: schema.options.map((option) => readShape(option as z.ZodType)) };
  }
  throw new Error(`Reading and writing do not know the schema type ${schema.type}.`);
}

/**
 * The shape of an object. Its fields are listed when they are first asked for: most files have few kinds of tasks and
 * of settings, and every process and worker that reads one would pay for all of them.
 */
function readObjectShape(shape: Readonly<Record<string, unknown>>): ObjectShape {
  let listed: ObjectShape | undefined;
  const list = () => {
    listed ??= createObjectShape(listFields(shape), isOpen);
    return listed;
  };
  const isOpen = Object.hasOwn(shape, 'extensions');
  return {
    kind: 'object',
    isOpen,
    get fields() {
      return list().fields;
    },
    get required() {
      return list().required;
    },
  };
}

/** `extensions` is not a key of a file: its members are beside the other keys. */
function listFields(shape: Readonly<Record<string, unknown>>): ReadonlyMap<string, ShapeField> {
  const fields = new Map<string, ShapeField>();
  for (const [name, schema] of Object.entries(shape)) {
    if (name === 'extensions') continue;
    const type = schema as z.ZodType;
    const { description } = type.meta() ?? {};
    const isRequired = !(type instanceof z.ZodOptional);
    fields.set(convertToSnakeCase(name), {
      name,
      shape: readShape(type),
      isRequired,
      ...defined({ description: description || undefined }),
    });
  }
  return fields;
}

/** The shape of an object with these fields. */
export function createObjectShape(fields: ReadonlyMap<string, ShapeField>, isOpen: boolean): ObjectShape {
  return { kind: 'object', isOpen, fields, required: [...fields].filter(([, { isRequired }]) => isRequired) };
}

/** All fields of several objects in one object. */
export function joinShapes(objects: readonly ObjectShape[]): ObjectShape {
  const fields = new Map(objects.flatMap((object) => [...object.fields]));
  const isOpen = objects.some((object) => object.isOpen);
  return createObjectShape(fields, isOpen);
}

/** The shape of a document: settings, then tasks, then layout. */
export const documentShape = readObjectShape(documentSchema.shape);

/** The settings in {@link documentShape}. */
export const settingsShape = readObjectShape(settingsFields);

/** The shape of the layout. */
export const layoutShape = readObjectShape(layoutSchema.shape);
/** The shape of `checkpoint`, some of whose keys Heddle dropped. */
export const checkpointShape = readShape(settingsFields.checkpoint);

/** The shape of `tasks`. */
export const tasksShape = documentShape.fields.get('tasks')?.shape as Shape;
/** The shape of `library`. */
export const libraryShape = readShape(settingsFields.library);

const taskShapes = Object.fromEntries(
  Object.entries(taskSchemas).map(([type, schema]) => [type, readObjectShape(schema.shape)]),
) as { readonly [K in TaskType]: ObjectShape };

/** The shape of a task of this type. */
export function getTaskShape(type: TaskType): ObjectShape {
  return taskShapes[type];
}

/** Other names that a file may use for keys. */
const aliases: Readonly<Record<string, string>> = {
  instructions: 'description',
  task_instructions: 'description',
  source_var: 'from',
  system_prompt: 'system',
  task_prompt: 'description',
  atomic_subtype: 'subtype',
  is_manual_xml: 'manual_xml',
  is_manual_x_m_l: 'manual_xml',
  step: 'steps',
};

/** The canonical key for a key in a file: the key itself, its snake_case, or the key that it is another name for. */
export function findCanonicalKey(key: string, known: (key: string) => boolean): string | undefined {
  if (known(key)) return key;
  const snake = convertToSnakeCase(key);
  if (known(snake)) return snake;
  const meant = Object.hasOwn(aliases, snake) ? aliases[snake] : undefined;
  return meant !== undefined && known(meant) ? meant : undefined;
}
