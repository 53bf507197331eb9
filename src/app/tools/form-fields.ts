import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson, tryDecodeJson } from '@/base/json-text';
import { makeLineVisible } from '@/base/visible-text';

/** The control for a parameter. `json`: no other control can show it. */
export type FieldKind = 'text' | 'number' | 'choice' | 'json';

/** A parameter of a tool as a field of a form. */
export interface FormField {
  readonly name: string;
  /** The name in a form that is safe to display. */
  readonly label: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly description: string;
  /** For a choice: the JSON of each option. */
  readonly options: readonly string[];
  /** The initial content. */
  readonly initial: string;
}

/** A form for the parameters of a tool, or the reason why there is none. */
export type ToolForm =
  | { readonly ok: true; readonly fields: readonly FormField[] }
  | { readonly ok: false; readonly reason: string };

const maxFields = 40;
const maxOptions = 200;
const maxDescription = 500;
/** The longest default that is filled into a field, in characters. */
const maxInitial = 5000;
/** Keywords that constrain more than properties. A form could not express these. */
const beyondProperties = ['allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef', 'if', 'not', 'patternProperties'];

/** Makes a form from the JSON Schema of a tool. The schema may be hostile, so only its first level is read. */
export function buildToolForm(schema: JsonObject): ToolForm {
  const { properties = {}, required } = schema;
  if (!isJsonObject(properties)) return { ok: false, reason: 'Its parameters are not a schema with properties.' };
  const names = Object.keys(properties);
  if (names.length > maxFields) return { ok: false, reason: `It has ${names.length} parameters.` };
  if (beyondProperties.some((keyword) => Object.hasOwn(schema, keyword))) {
    return { ok: false, reason: 'Its parameters depend on one another.' };
  }
  if (names.length === 0 && Object.hasOwn(schema, 'additionalProperties') && schema['additionalProperties'] !== false) {
    return { ok: false, reason: 'It takes parameters of any name.' };
  }
  const needed = Array.isArray(required) ? required : [];
  return {
    ok: true,
    fields: names.map((name) => buildFormField(name, properties[name] ?? {}, needed.includes(name), schema)),
  };
}

function buildFormField(name: string, given: Json, isRequired: boolean, whole: JsonObject): FormField {
  const schema = unwrapSchema(given, whole);
  const { description, default: preset } = schema;
  const options = listOptions(schema);
  const kind = options.length > 0 ? 'choice' : findFieldKind(schema);
  return {
    name,
    label: makeLineVisible(name, 80),
    kind,
    isRequired,
    description: typeof description === 'string' ? makeLineVisible(description, maxDescription) : '',
    options,
    initial: preset === undefined ? '' : formatDraft(preset, kind, options),
  };
}

/** A schema without its optional wrapper (`anyOf` with null), with one reference resolved. */
function unwrapSchema(given: Json, whole: JsonObject): JsonObject {
  const schema = isJsonObject(given) ? given : {};
  const { anyOf, $ref, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    const others = anyOf.filter((one) => !(isJsonObject(one) && one['type'] === 'null'));
    const [only] = others;
    return others.length === 1 && isJsonObject(only) ? { ...followReference(only, whole), ...rest } : schema;
  }
  return $ref === undefined ? schema : { ...followReference(schema, whole), ...rest };
}

function followReference(schema: JsonObject, whole: JsonObject): JsonObject {
  const { $ref } = schema;
  const [, container = '', name = ''] = /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(String($ref)) ?? [];
  const defined = whole[container];
  const target = isJsonObject(defined) && Object.hasOwn(defined, name) ? defined[name] : undefined;
  return isJsonObject(target) ? target : schema;
}

function listOptions({ enum: members, type }: JsonObject): readonly string[] {
  if (type === 'boolean') return ['true', 'false'];
  if (!Array.isArray(members) || members.length > maxOptions) return [];
  const isPlain = members.every((one) => one === null || typeof one !== 'object');
  return isPlain ? members.map((one) => encodeJson(one)) : [];
}

function findFieldKind({ type, anyOf, oneOf, allOf, $ref }: JsonObject): FieldKind {
  if ([anyOf, oneOf, allOf, $ref].some((keyword) => keyword !== undefined)) return 'json';
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  const [only] = types;
  if (types.length !== 1) return 'json';
  if (only === 'string') return 'text';
  return only === 'number' || only === 'integer' ? 'number' : 'json';
}

function formatDraft(value: Json, kind: FieldKind, options: readonly string[]): string {
  const text = kind === 'text' && typeof value === 'string' ? value : encodeJson(value);
  if (kind === 'choice' && !options.includes(text)) return '';
  return text.length > maxInitial ? '' : text;
}

/** The texts in a form, by field name. */
export type Drafts = ReadonlyMap<string, string>;

/** The arguments from a form, or the problems of its fields, by field name. */
export type FormArguments =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> };

/** Reads a form. An empty field is left out, unless it is a required text: that becomes an empty text. */
export function readFormArguments(fields: readonly FormField[], drafts: Drafts): FormArguments {
  const problems = new Map<string, string>();
  const entries = fields.flatMap((field): [string, Json][] => {
    const draft = drafts.get(field.name) ?? field.initial;
    if (field.kind === 'text') return draft === '' && !field.isRequired ? [] : [[field.name, draft]];
    if (draft.trim() === '') {
      if (field.isRequired) problems.set(field.name, 'It is required.');
      return [];
    }
    const value = tryDecodeJson(draft);
    if (value === undefined || (field.kind === 'number' && typeof value !== 'number')) {
      problems.set(field.name, field.kind === 'number' ? 'This is not a number.' : 'This is not JSON.');
      return [];
    }
    return [[field.name, value]];
  });
  return problems.size > 0 ? { ok: false, problems } : { ok: true, args: Object.fromEntries(entries) };
}

/**
 * The texts of a form for given arguments; undefined if a field is missing for one of them, or they are not an object.
 */
export function buildDrafts(fields: readonly FormField[], text: string): Drafts | undefined {
  const args = text.trim() === '' ? {} : tryDecodeJson(text);
  if (args === undefined || !isJsonObject(args)) return undefined;
  const known = new Map(fields.map((field) => [field.name, field]));
  const drafts = new Map(fields.map(({ name }) => [name, '']));
  for (const [name, value] of Object.entries(args)) {
    const field = known.get(name);
    const draft = field && formatDraft(value, field.kind, field.options);
    if (draft === undefined || (field?.kind === 'text' && typeof value !== 'string')) return undefined;
    if (field?.kind === 'choice' && draft === '') return undefined;
    drafts.set(name, draft);
  }
  return drafts;
}
