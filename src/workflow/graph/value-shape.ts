import { isJsonObject } from '@/base/json';

/** What is known of a value before a run: which fields a template or an expression can find in it. */
export type ValueShape =
  | { readonly kind: 'any' }
  /** Text, a number, true or false, or null: nothing is in it. `values`: the only texts that it can be. */
  | { readonly kind: 'plain'; readonly values?: readonly string[] }
  | { readonly kind: 'list'; readonly items: ValueShape }
  /** `others`: whether it may have fields besides these. */
  | { readonly kind: 'object'; readonly fields: Fields; readonly others: 'none' | 'possible' }
  /** What a definition of the library returns; see {@link findMisfit}. */
  | { readonly kind: 'returned'; readonly ref: string };

type Fields = Readonly<Record<string, ValueShape>>;

export const anyShape: ValueShape = { kind: 'any' };
export const plainShape: ValueShape = { kind: 'plain' };

/** One of these texts. */
export const createChoiceShape = (values: readonly string[]): ValueShape => ({ kind: 'plain', values });

/** An object of these fields and no others. */
export const createExactShape = (fields: Fields): ValueShape => ({ kind: 'object', fields, others: 'none' });

/** Keywords of JSON Schema by which a value may have a shape that its `properties` do not tell. */
const composed = ['$ref', '$dynamicRef', 'anyOf', 'oneOf', 'allOf', 'if', 'patternProperties'];
const plainTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null'];

/** The shape of the values that a JSON Schema allows. Where it says little, or says it in a complicated way: any. */
export function readSchemaShape(schema: unknown): ValueShape {
  if (!isJsonObject(schema) || composed.some((keyword) => Object.hasOwn(schema, keyword))) return anyShape;
  const { type, properties, additionalProperties, items } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  if (types.length === 1 && types[0] === 'array') return { kind: 'list', items: readSchemaShape(items) };
  if (types.length > 0 && types.every((one) => plainTypes.includes(one))) {
    const texts = Array.isArray(schema['enum']) ? schema['enum'].filter((one) => typeof one === 'string') : [];
    return types[0] === 'string' && types.length === 1 && texts.length > 0 ? createChoiceShape(texts) : plainShape;
  }
  if (types.length !== 1 || types[0] !== 'object') return anyShape;
  const fields = Object.fromEntries(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([name, field]) => [name, readSchemaShape(field)]),
  );
  return { kind: 'object', fields, others: additionalProperties === false ? 'none' : 'possible' };
}

/** A step of a path that a value does not have. */
export interface Misfit {
  /** Index of the step in the path. */
  readonly at: number;
  /** What it was looked for in. `loose`: an object whose schema does not name the field, but allows others. */
  readonly within: 'object' | 'loose' | 'list' | 'plain';
  /** The fields that are there instead. */
  readonly fields: readonly string[];
}

/**
 * The first step of a path (`output`, `items`, `0`) that a value of this shape does not have; undefined if it may have
 * them all. `returned`: the shape of what the definition of the library with this name returns.
 */
export function findMisfit(
  shape: ValueShape,
  steps: readonly string[],
  returned: (ref: string) => ValueShape,
): Misfit | undefined {
  let current = shape;
  for (const [at, step] of steps.entries()) {
    if (current.kind === 'returned') current = returned(current.ref);
    if (current.kind === 'any' || current.kind === 'returned') return undefined;
    if (current.kind === 'plain') return { at, within: 'plain', fields: [] };
    if (current.kind === 'list') {
      if (!/^\d+$/.test(step)) return { at, within: 'list', fields: [] };
      current = current.items;
      continue;
    }
    const { fields, others }: Extract<ValueShape, { kind: 'object' }> = current;
    const field = Object.hasOwn(fields, step) ? fields[step] : undefined;
    if (field === undefined) {
      const names = Object.keys(fields);
      if (others === 'none') return { at, within: 'object', fields: names };
      return names.length === 0 ? undefined : { at, within: 'loose', fields: names };
    }
    current = field;
  }
  return undefined;
}

/** The only texts that a value within this shape can be; undefined: it may be others, or nothing is known of it. */
export function findOnlyTexts(
  shape: ValueShape,
  steps: readonly string[],
  returned: (ref: string) => ValueShape,
): readonly string[] | undefined {
  let current = shape;
  for (const step of steps) {
    if (current.kind === 'returned') current = returned(current.ref);
    if (current.kind === 'list') current = current.items;
    else if (current.kind === 'object' && Object.hasOwn(current.fields, step))
      current = current.fields[step] ?? anyShape;
    else return undefined;
  }
  return current.kind === 'plain' ? current.values : undefined;
}
