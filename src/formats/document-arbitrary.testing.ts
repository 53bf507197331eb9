import fc from 'fast-check';
import type { Json } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import { type Task, taskTypes } from '@/workflow/tasks';
import { getTaskShape, layoutShape, type ObjectShape, type Shape, settingsShape } from './schema-shape';

/** Texts that are hard to write in YAML, among ordinary ones. */
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 30, unit: 'grapheme' }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }) },
  {
    weight: 4,
    arbitrary: fc
      .array(
        fc.constantFrom(
          'a b',
          ' ',
          '\n',
          '\t',
          ': ',
          '#',
          ' # x',
          '{{a}}',
          '"',
          "'",
          '\\',
          'é😀',
          'k: v',
          '\r',
          '---',
          // Those with a meaning only at the start or at the end of a line.
          ':',
          '? ',
          '- ',
          '&a',
          '|',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  },
  fc.constantFrom(
    'yes',
    'no',
    'on',
    'off',
    'true',
    'null',
    '~',
    '1.0',
    '0x1F',
    '1e3',
    '-',
    '?',
    '2026-11-21',
    '.inf',
    '<<',
    '*a',
    '&a',
    '!x',
    '@x',
    '%x',
    '|',
    '>',
    '=',
    '{{a}} b',
    '[x]',
    'y',
  ),
);

const isSafe = (key: string): boolean => key !== '__proto__';
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'json' },
    fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text.filter(isSafe), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const name = fc
  .stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,6}$/)
  .filter((id) => !Object.hasOwn(Object.prototype, id) && id !== '__proto__');
export const taskIds = fc.uniqueArray(name, { maxLength: 6 });

const extensions = fc.dictionary(
  text.map((key) => `x-${key}`),
  json,
  { minKeys: 1, maxKeys: 2, noNullPrototype: true },
);

/** Greatest depth of nested tasks; at this depth only few fields are generated, so that documents stay small. */
const deepest = 2;

/** Whether a literal with these keys would be read as something else that an author can write. */
const isWritten = (value: Json): boolean =>
  typeof value === 'object' && value !== null && ['from', 'task', 'type'].some((key) => Object.hasOwn(value, key));

/** Any value of a shape, so that tests cover a field that is added to the schemas without a change here. */
function anyOf(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'any':
      return json;
    case 'task':
      return taskOf(depth + 1);
    case 'boolean':
      return fc.boolean();
    case 'text':
      return fc.oneof(text, name).filter((value) => shape.schema.safeParse(value).success);
    case 'number':
      return fc
        .oneof(fc.integer({ min: 0, max: 60 }), fc.nat({ max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }))
        .filter((value) => shape.schema.safeParse(value).success);
    case 'constant':
      return fc.constant(1);
    case 'choice':
      return fc.constantFrom(...shape.values);
    case 'object':
      return objectOf(shape, depth);
    case 'record':
      return fc.dictionary(
        fc.oneof(name, text.filter(isSafe)).filter((key) => shape.key.safeParse(key).success),
        // A task of a map has its key as id.
        shape.value.kind === 'task' ? taskOf(depth + 1, ['id']) : anyOf(shape.value, depth),
        { maxKeys: depth > 0 ? 1 : 3, noNullPrototype: true },
      );
    case 'list':
      return fc.array(anyOf(shape.item, depth), { maxLength: depth > 0 ? 1 : 3 });
    case 'tuple':
      return fc.tuple(...shape.items.map((item) => anyOf(item, depth)));
    case 'union':
      return fc.oneof(
        ...shape.options.map((option) =>
          option.kind === 'any' || option.kind === 'record'
            ? anyOf(option, depth).filter((value) => !isWritten(value as Json))
            : anyOf(option, depth),
        ),
      );
  }
}

/** Some of the fields, and all required ones. */
function objectOf(shape: ObjectShape, depth: number, leftOut: readonly string[] = []): fc.Arbitrary<object> {
  const fields = [...shape.fields.values()].filter(({ name: field }) => !leftOut.includes(field));
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  return fc.subarray(optional, { maxLength: Math.min(optional.length, depth > 0 ? 2 : 5) }).chain((chosen) => {
    const members = [...required, ...chosen].map((field) => [field.name, anyOf(field.shape, depth)] as const);
    const object = fc.record(Object.fromEntries(members));
    if (!shape.isOpen) return object;
    return fc
      .tuple(object, fc.option(extensions, { nil: undefined, freq: 8 }))
      .map(([own, more]) => (more === undefined ? own : { ...own, extensions: more }));
  });
}

function taskOf(depth: number, leftOut: readonly string[] = []): fc.Arbitrary<Task> {
  if (depth > deepest) return fc.constant<Task>({ type: 'atomic' });
  return fc
    .constantFrom(...taskTypes)
    .chain((type) =>
      objectOf(getTaskShape(type), depth, ['type', ...leftOut]).map(
        (fields) => ({ ...fields, type }) as unknown as Task,
      ),
    );
}

/** Any task of a map: its id is its key. */
export const task = taskOf(0, ['id']);
export const layout = objectOf(layoutShape, 0) as fc.Arbitrary<NonNullable<WorkflowDocument['layout']>>;
export const settings = objectOf(settingsShape, 0) as fc.Arbitrary<Partial<WorkflowDocument>>;

/** Any valid document. */
export const workflowDocument: fc.Arbitrary<WorkflowDocument> = fc
  .tuple(settings, taskIds, fc.array(task, { minLength: 6, maxLength: 6 }), fc.option(layout, { nil: undefined }))
  .map(([own, ids, tasks, placed]) => ({
    ...own,
    tasks: Object.fromEntries(ids.map((id, index) => [id, tasks[index]])),
    ...(placed === undefined ? {} : { layout: placed }),
  })) as unknown as fc.Arbitrary<WorkflowDocument>;
