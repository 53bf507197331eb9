import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isSameJson } from '@/base/json';
import { buildDocumentJsonSchema } from '@/formats/json-schema';
import { documentShape, getTaskShape, type ObjectShape, type Shape } from '@/formats/schema-shape';
import { readXml } from '@/formats/xml/read-xml';
import { writeXml } from '@/formats/xml/write-xml';
import { readYaml } from '@/formats/yaml/read-yaml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { checkXsd } from '@/worker/documents/check-xsd';
import type { WorkflowDocument } from '@/workflow/document';
import { type Task, taskTypes } from '@/workflow/tasks';
import { languagePages } from './support/language-pages';

/** A field of the model with a document that contains it and little else. */
interface Sample {
  /** As a file has it: `tasks.a.loop.progress.chars`; a task type is in brackets. */
  readonly path: string;
  /** The same wherever an object of its kind occurs. */
  readonly field: string;
  readonly document: WorkflowDocument;
}

type Members = Readonly<Record<string, unknown>>;

/** Names a field by the kind of its object, which the set of its fields identifies; tasks of all types are one kind. */
function fieldName(shape: ObjectShape, key: string): string {
  const isTask = taskTypes.some((type) => getTaskShape(type) === shape);
  return `${isTask ? 'task' : [...shape.fields.keys()].join()}: ${key}`;
}

/** A value for each way to fill a shape. */
function valuesOf(shape: Shape): readonly unknown[] {
  switch (shape.kind) {
    case 'any':
      return ['a', { b: [1, null] }];
    case 'task':
      return [{ type: 'atomic' }];
    case 'boolean':
      return [true];
    case 'text':
      return ['a'];
    case 'number':
    case 'constant':
      return [1];
    case 'choice':
      return shape.values;
    case 'object':
      return [required(shape)];
    case 'record':
      return valuesOf(shape.value).map((value) => ({ a: value }));
    case 'list':
      return valuesOf(shape.item).map((item) => [item]);
    case 'tuple':
      return [shape.items.map((item) => valuesOf(item)[0])];
    case 'union':
      return shape.options.flatMap(valuesOf);
  }
}

/** An object with only its required fields. */
function required({ fields }: ObjectShape): Members {
  const members = [...fields.values()].filter(({ isRequired }) => isRequired);
  return Object.fromEntries(members.map(({ name, shape }) => [name, valuesOf(shape)[0]]));
}

/** Samples of all fields of an object and of the objects in it; `wrap` puts the object into a document. */
function samplesOf(shape: ObjectShape, path: string, wrap: (object: Members) => WorkflowDocument): readonly Sample[] {
  const base = required(shape);
  return [...shape.fields].flatMap(([key, field]) => {
    const inner = `${path}${key}`;
    const put = (value: unknown): WorkflowDocument => wrap({ ...base, [field.name]: value });
    const own = valuesOf(field.shape).map((value) => ({
      path: inner,
      field: fieldName(shape, key),
      document: put(value),
    }));
    return [...own, ...nestedSamples(field.shape, inner, put)];
  });
}

function nestedSamples(shape: Shape, path: string, put: (value: unknown) => WorkflowDocument): readonly Sample[] {
  if (shape.kind === 'object') return samplesOf(shape, `${path}.`, put);
  if (shape.kind === 'record') return nestedSamples(shape.value, `${path}.a`, (value) => put({ a: value }));
  if (shape.kind === 'list') return nestedSamples(shape.item, `${path}[0]`, (item) => put([item]));
  if (shape.kind === 'union') return shape.options.flatMap((option) => nestedSamples(option, path, put));
  return [];
}

/**
 * The tasks are in a sequence, where they may have ids of their own. The content of common fields is tried in one type
 * only.
 */
const samples: readonly Sample[] = [
  ...samplesOf(documentShape, '', (object) => object as unknown as WorkflowDocument),
  ...taskTypes.flatMap((type) => {
    const inStep = (step: Members): WorkflowDocument =>
      ({ tasks: { a: { type: 'sequential', steps: [{ ...step, type }] } } }) as unknown as WorkflowDocument;
    return samplesOf(getTaskShape(type), `(${type}).`, inStep).filter(({ path }) => {
      const [, key = '', ...rest] = path.split(/[.[]/);
      return rest.length === 0 || type === 'atomic' || !getTaskShape('atomic').fields.has(key);
    });
  }),
];

/** The fields of a value of this shape, and of everything in it. */
function fieldsOf(value: unknown, shape: Shape): readonly string[] {
  if (value === undefined) return [];
  switch (shape.kind) {
    case 'object':
      return [...shape.fields].flatMap(([key, { name, shape: inner }]) => {
        const member = (value as Members)[name];
        return member === undefined ? [] : [fieldName(shape, key), ...fieldsOf(member, inner)];
      });
    case 'task':
      return fieldsOf(value, getTaskShape((value as Task).type));
    case 'record':
      return Object.values(value as Members).flatMap((member) => fieldsOf(member, shape.value));
    case 'list':
      return (value as readonly unknown[]).flatMap((item) => fieldsOf(item, shape.item));
    case 'union':
      return shape.options.filter((option) => fits(value, option)).flatMap((option) => fieldsOf(value, option));
    default:
      return [];
  }
}

/** Whether a value is of a kind that contains others. */
function fits(value: unknown, shape: Shape): boolean {
  if (shape.kind === 'list') return Array.isArray(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (shape.kind !== 'object') return shape.kind === 'record';
  const names = [...shape.fields.values()].map(({ name }) => name);
  return Object.keys(value).every((name) => names.includes(name));
}

/** Paths of the fields for which a predicate is false. */
async function failing(holds: (sample: Sample) => boolean | Promise<boolean>): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const sample of samples) if (!(await holds(sample))) paths.push(sample.path);
  return [...new Set(paths)];
}

const isSame = (read: WorkflowDocument | undefined, document: WorkflowDocument): boolean =>
  isSameJson(read, { ...document, heddle: 1 });

describe('every field of the model', () => {
  it('is written as YAML, and read', async () => {
    expect(await failing(({ document }) => isSame(readYaml(writeYaml(document)).document, document))).toEqual([]);
  });

  it('is written as XML, and read', async () => {
    expect(await failing(({ document }) => isSame(readXml(writeXml(document)).document, document))).toEqual([]);
  });

  it('is in the JSON Schema', async () => {
    const validator = new Validator(buildDocumentJsonSchema(), '7');
    expect(await failing(({ document }) => validator.validate(parse(writeYaml(document))).valid)).toEqual([]);
  });

  it('is in the XSD', async () => {
    expect(await failing(async ({ document }) => (await checkXsd(writeXml(document))).length === 0)).toEqual([]);
  });

  it('is in an example of the language pages', async () => {
    const shown = new Set<string>();
    for (const [, text = ''] of languagePages.flatMap((page) => [...page.text.matchAll(/^```yaml\n(.*?)^```/gms)])) {
      for (const field of fieldsOf(readYaml(text).document, documentShape)) shown.add(field);
    }
    expect(await failing(({ field }) => shown.has(field))).toEqual([]);
  });
});
