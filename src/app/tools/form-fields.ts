import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { visibleLine } from '@/base/visible-text';

/** How a parameter is asked for. `json`: as JSON, as no other control can show it. */
export type FieldKind = 'text' | 'number' | 'choice' | 'json';

/** A parameter of a tool as a form asks for it. */
export interface FormField {
  readonly name: string;
  /** The name as it can be shown. */
  readonly label: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly description: string;
  /** Of a choice: JSON of each. */
  readonly options: readonly string[];
  /** What is written in it at first. */
  readonly initial: string;
}

/** A form of the parameters of a tool, or why there can be none. */
export type ToolForm =
  | { readonly ok: true; readonly fields: readonly FormField[] }
  | { readonly ok: false; readonly reason: string };

const maxFields = 40;
const maxOptions = 200;
const maxDescription = 500;
/** Longest default that is written into a field, in characters. */
const maxInitial = 5000;
/** Keywords that ask for more than properties, so that a form would say too little. */
const beyondProperties = ['allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef', 'if', 'not', 'patternProperties'];

/** Makes a form of the JSON Schema of a tool. The schema may be hostile: only its first level is read. */
export function formOf(schema: JsonObject): ToolForm {
  const { properties = {}, required } = schema;
  if (!isJsonObject(properties)) return { ok: false, reason: 'Its parameters are no schema of properties.' };
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
    fields: names.map((name) => fieldOf(name, properties[name] ?? {}, needed.includes(name), schema)),
  };
}

function fieldOf(name: string, given: Json, isRequired: boolean, whole: JsonObject): FormField {
  const schema = plain(given, whole);
  const { description, default: preset } = schema;
  const options = optionsOf(schema);
  const kind = options.length > 0 ? 'choice' : kindOf(schema);
  return {
    name,
    label: visibleLine(name, 80),
    kind,
    isRequired,
    description: typeof description === 'string' ? visibleLine(description, maxDescription) : '',
    options,
    initial: preset === undefined ? '' : draftOf(preset, kind, options),
  };
}

/** A schema without what makes it optional (`anyOf` with null), with a reference of one step followed. */
function plain(given: Json, whole: JsonObject): JsonObject {
  const schema = isJsonObject(given) ? given : {};
  const { anyOf, $ref, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    const others = anyOf.filter((one) => !(isJsonObject(one) && one['type'] === 'null'));
    const [only] = others;
    return others.length === 1 && isJsonObject(only) ? { ...followed(only, whole), ...rest } : schema;
  }
  return $ref === undefined ? schema : { ...followed(schema, whole), ...rest };
}

function followed(schema: JsonObject, whole: JsonObject): JsonObject {
  const { $ref } = schema;
  const [, container = '', name = ''] = /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(String($ref)) ?? [];
  const defined = whole[container];
  const target = isJsonObject(defined) && Object.hasOwn(defined, name) ? defined[name] : undefined;
  return isJsonObject(target) ? target : schema;
}

function optionsOf({ enum: members, type }: JsonObject): readonly string[] {
  if (type === 'boolean') return ['true', 'false'];
  if (!Array.isArray(members) || members.length > maxOptions) return [];
  const isPlain = members.every((one) => one === null || typeof one !== 'object');
  return isPlain ? members.map((one) => JSON.stringify(one)) : [];
}

function kindOf({ type, anyOf, oneOf, allOf, $ref }: JsonObject): FieldKind {
  if ([anyOf, oneOf, allOf, $ref].some((keyword) => keyword !== undefined)) return 'json';
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  const [only] = types;
  if (types.length !== 1) return 'json';
  if (only === 'string') return 'text';
  return only === 'number' || only === 'integer' ? 'number' : 'json';
}

function draftOf(value: Json, kind: FieldKind, options: readonly string[]): string {
  const text = kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'choice' && !options.includes(text)) return '';
  return text.length > maxInitial ? '' : text;
}

/** What is written in a form, by the names of its fields. */
export type Drafts = ReadonlyMap<string, string>;

/** The arguments that a form says, or what is wrong with its fields, by their names. */
export type FormArguments =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> };

/** Reads a form. A field in which nothing is written is left out, save a text that is required: that is empty. */
export function argumentsOf(fields: readonly FormField[], drafts: Drafts): FormArguments {
  const problems = new Map<string, string>();
  const entries = fields.flatMap((field): [string, Json][] => {
    const draft = drafts.get(field.name) ?? field.initial;
    if (field.kind === 'text') return draft === '' && !field.isRequired ? [] : [[field.name, draft]];
    if (draft.trim() === '') {
      if (field.isRequired) problems.set(field.name, 'It is required.');
      return [];
    }
    const value = parsed(draft);
    if (value === undefined || (field.kind === 'number' && typeof value !== 'number')) {
      problems.set(field.name, field.kind === 'number' ? 'This is not a number.' : 'This is not JSON.');
      return [];
    }
    return [[field.name, value]];
  });
  return problems.size > 0 ? { ok: false, problems } : { ok: true, args: Object.fromEntries(entries) };
}

/** What a form has to say for arguments; undefined where it has no field for one of them, or they are no object. */
export function draftsOf(fields: readonly FormField[], text: string): Drafts | undefined {
  const args = text.trim() === '' ? {} : parsed(text);
  if (args === undefined || !isJsonObject(args)) return undefined;
  const known = new Map(fields.map((field) => [field.name, field]));
  const drafts = new Map(fields.map(({ name }) => [name, '']));
  for (const [name, value] of Object.entries(args)) {
    const field = known.get(name);
    const draft = field && draftOf(value, field.kind, field.options);
    if (draft === undefined || (field?.kind === 'text' && typeof value !== 'string')) return undefined;
    if (field?.kind === 'choice' && draft === '') return undefined;
    drafts.set(name, draft);
  }
  return drafts;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
