import { plainSchema } from './plain-schema';
import type { Shape } from './schema-shape';
import type { WrittenElement } from './xml/written-element';

/** An element in the XSD namespace. */
export function xs(
  name: string,
  attributes: Readonly<Record<string, string>>,
  elements: readonly WrittenElement[] = [],
): WrittenElement {
  return { name: `xs:${name}`, attributes: Object.entries(attributes), content: { kind: 'elements', elements } };
}

/** The documentation of an element; none without a text. */
export function notes(text: string | undefined): readonly WrittenElement[] {
  if (text === undefined) return [];
  const documentation: WrittenElement = { name: 'xs:documentation', attributes: [], content: { kind: 'text', text } };
  return [xs('annotation', {}, [documentation])];
}

/** Whether any text is allowed as this plain value. */
export function isFreeText(shape: Shape): boolean {
  return shape.kind === 'any' || (shape.kind === 'text' && patternOf(shape) === undefined);
}

/** The simple type of a value that has one of these plain shapes. */
export function simpleType(shapes: readonly Shape[]): WrittenElement {
  const [only, ...more] = shapes;
  if (only && more.length === 0) return xs('simpleType', {}, [restriction(only)]);
  return xs('simpleType', {}, [
    xs(
      'union',
      {},
      shapes.map((shape) => simpleType([shape])),
    ),
  ]);
}

/** The restriction of {@link textType} to these plain values, and to lists as JSON. */
export function restrictedText(shapes: readonly Shape[]): WrittenElement {
  const patterns = [...shapes.map(patternOf), '\\[(.|\\s)*'].filter((pattern) => pattern !== undefined);
  const facets = patterns.map((pattern) => xs('pattern', { value: `\\s*(${pattern})\\s*` }));
  return xs('complexType', {}, [xs('simpleContent', {}, [xs('restriction', { base: textType }, facets)])]);
}

/** Name of the type of an element that holds any text, which may be JSON. */
export const textType = 'text';

/** A plain value as a regular expression for XSD; undefined if any text is allowed. */
function patternOf(shape: Shape): string | undefined {
  if (shape.kind === 'boolean') return 'true|false';
  if (shape.kind === 'choice') return shape.values.join('|');
  const pattern = shape.kind === 'text' ? plainSchema(shape.schema)['pattern'] : undefined;
  return typeof pattern === 'string' ? pattern.replace(/^\^|\$$/g, '') : undefined;
}

function restriction(shape: Shape): WrittenElement {
  if (shape.kind === 'number') return numberRestriction(plainSchema(shape.schema));
  if (shape.kind === 'constant') return enumeration([String(plainSchema(shape.schema)['const'])]);
  if (shape.kind === 'choice') return enumeration(shape.values);
  if (shape.kind === 'boolean') return enumeration(['true', 'false']);
  const pattern = patternOf(shape);
  if (pattern === undefined) return xs('restriction', { base: 'xs:string' });
  return xs('restriction', { base: 'xs:token' }, [xs('pattern', { value: pattern })]);
}

function enumeration(values: readonly string[]): WrittenElement {
  return xs(
    'restriction',
    { base: 'xs:token' },
    values.map((value) => xs('enumeration', { value })),
  );
}

/** XSD's names for the bounds of a number, by their names in JSON Schema. */
const facets = { minimum: 'minInclusive', exclusiveMinimum: 'minExclusive', maximum: 'maxInclusive' } as const;

function numberRestriction(schema: { readonly [keyword: string]: unknown }): WrittenElement {
  const bounds = Object.entries(facets).flatMap(([keyword, facet]) => {
    const bound = schema[keyword];
    return typeof bound === 'number' ? [xs(facet, { value: String(bound) })] : [];
  });
  return xs('restriction', { base: schema['type'] === 'integer' ? 'xs:integer' : 'xs:double' }, bounds);
}
