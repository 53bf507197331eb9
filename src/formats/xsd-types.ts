import { buildPlainSchema } from './plain-schema';
import type { Shape } from './schema-shape';
import type { WrittenElement } from './xml/written-element';

/** An element in the XSD namespace. */
export function createXsElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  elements: readonly WrittenElement[] = [],
): WrittenElement {
  return { name: `xs:${name}`, attributes: Object.entries(attributes), content: { kind: 'elements', elements } };
}

/** The documentation of an element; none without a text. */
export function buildNotes(text: string | undefined): readonly WrittenElement[] {
  if (text === undefined) return [];
  const documentation: WrittenElement = { name: 'xs:documentation', attributes: [], content: { kind: 'text', text } };
  return [createXsElement('annotation', {}, [documentation])];
}

/** Whether any text is allowed as this plain value. */
export function isFreeText(shape: Shape): boolean {
  return shape.kind === 'any' || (shape.kind === 'text' && findValuePattern(shape) === undefined);
}

/** The simple type of a value that has one of these plain shapes. */
export function buildSimpleType(shapes: readonly Shape[]): WrittenElement {
  const [only, ...more] = shapes;
  if (only && more.length === 0) return createXsElement('simpleType', {}, [buildRestriction(only)]);
  return createXsElement('simpleType', {}, [
    createXsElement(
      'union',
      {},
      shapes.map((shape) => buildSimpleType([shape])),
    ),
  ]);
}

/** The restriction of {@link textType} to these plain values, and to lists as JSON. */
export function buildRestrictedText(shapes: readonly Shape[]): WrittenElement {
  const patterns = [...shapes.map(findValuePattern), '\\[(.|\\s)*'].filter((pattern) => pattern !== undefined);
  const facets = patterns.map((pattern) => createXsElement('pattern', { value: `\\s*(${pattern})\\s*` }));
  return createXsElement('complexType', {}, [
    createXsElement('simpleContent', {}, [createXsElement('restriction', { base: textType }, facets)]),
  ]);
}

/** Name of the type of an element that holds any text, which may be JSON. */
export const textType = 'text';

/** A plain value as a regular expression for XSD; undefined if any text is allowed. */
function findValuePattern(shape: Shape): string | undefined {
  if (shape.kind === 'boolean') return 'true|false';
  if (shape.kind === 'choice') return shape.values.join('|');
  const pattern = shape.kind === 'text' ? buildPlainSchema(shape.schema)['pattern'] : undefined;
  return typeof pattern === 'string' ? pattern.replace(/^\^|\$$/g, '') : undefined;
}

function buildRestriction(shape: Shape): WrittenElement {
  if (shape.kind === 'number') return buildNumberRestriction(buildPlainSchema(shape.schema));
  if (shape.kind === 'constant') return buildEnumeration([String(buildPlainSchema(shape.schema)['const'])]);
  if (shape.kind === 'choice') return buildEnumeration(shape.values);
  if (shape.kind === 'boolean') return buildEnumeration(['true', 'false']);
  const pattern = findValuePattern(shape);
  if (pattern === undefined) return createXsElement('restriction', { base: 'xs:string' });
  return createXsElement('restriction', { base: 'xs:token' }, [createXsElement('pattern', { value: pattern })]);
}

function buildEnumeration(values: readonly string[]): WrittenElement {
  return createXsElement(
    'restriction',
    { base: 'xs:token' },
    values.map((value) => createXsElement('enumeration', { value })),
  );
}

/** XSD's names for the bounds of a number, by their names in JSON Schema. */
const facets = { minimum: 'minInclusive', exclusiveMinimum: 'minExclusive', maximum: 'maxInclusive' } as const;

function buildNumberRestriction(schema: { readonly [keyword: string]: unknown }): WrittenElement {
  const bounds = Object.entries(facets).flatMap(([keyword, facet]) => {
    const bound = schema[keyword];
    return typeof bound === 'number' ? [createXsElement(facet, { value: String(bound) })] : [];
  });
  return createXsElement('restriction', { base: schema['type'] === 'integer' ? 'xs:integer' : 'xs:double' }, bounds);
}
