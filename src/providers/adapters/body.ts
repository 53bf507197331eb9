import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { convertToCamelCase } from '@/base/snake-case';
import type { ModelFacts } from '@/plan/model-facts';

/** The path in the body for an option of a document, by protocol; undefined: the protocol has no such option. */
export type OptionPlaces = Readonly<Record<string, readonly string[] | undefined>>;

/** How options of a document become fields of a request. */
interface OptionRules {
  /** Fields of the body that options cannot set, because Heddle sets them. */
  readonly reserved: ReadonlySet<string>;
  /** Options that have another path than their own name. */
  readonly places?: OptionPlaces;
}

/** A body with the options of a document added as written. */
export function addOptions(body: JsonObject, options: JsonObject, { reserved, places = {} }: OptionRules): JsonObject {
  return Object.entries(options).reduce((made, [name, value]) => {
    const place = Object.hasOwn(places, name) ? places[name] : [name];
    if (place === undefined || reserved.has(place[0] ?? '')) return made;
    return setField(made, place, name === 'stop' && typeof value === 'string' ? [value] : value);
  }, body);
}

/** A body adapted to the model: refused fields removed, others renamed. */
export function adaptBody(body: JsonObject, { refuses, renames }: Pick<ModelFacts, 'refuses' | 'renames'>): JsonObject {
  const renamed = Object.entries(renames).reduce((made, [name, other]) => {
    const value = made[name];
    return value === undefined ? made : { ...removeField(made, [name]), [other]: value };
  }, body);
  return refuses.reduce((made, name) => {
    const path = findFieldPath(made, name);
    return path === undefined ? made : removeField(made, path);
  }, renamed);
}

/** Groups whose names servers leave out when they name a field. */
const groups = ['generationConfig', 'output_config', 'reasoning', 'thinking', 'text'] as const;

/** Fields that are sent at several places of a request, and are left out of all. */
const everywhere = ['reasoning_content', 'cache_control'];

/** What a person, a tool or a model gave: the fields in it are not those of the request. */
const given =
  /^(parameters|parametersJsonSchema|input_schema|inputSchema|schema|responseSchema|responseJsonSchema|arguments|args|output|metadata)$/;

/**
 * The path of a field that a server names: its keys in the body, without positions in lists, so that it is the same in
 * each item. Servers write it in snake or camel case, by its last name only, with its path, or with steps of their own
 * (`body`, the kind of a tool or a message): `tools.0.custom.strict` is `tools`, `strict`. Undefined: there is none.
 */
export function findFieldPath(body: JsonObject, named: string): readonly string[] | undefined {
  const steps = named.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.at(-1) ?? '';
  if (everywhere.includes(last)) return findAnywhere(body, last) === undefined ? undefined : [last];
  const ways = [steps, ...groups.map((group) => [group, ...steps])];
  for (const way of ways) {
    const path = resolveSteps(body, way);
    if (path !== undefined) return path;
  }
  return steps.length === 1 ? findAnywhere(body, last) : undefined;
}

/** The keys of a value that steps lead to; a step that the value lacks is passed over, but not the last. */
function resolveSteps(value: Json | undefined, [step, ...rest]: readonly string[]): readonly string[] | undefined {
  if (step === undefined) return [];
  if (Array.isArray(value)) {
    const inItem = /^\d+$/.test(step) ? rest : [step, ...rest];
    if (inItem.length === 0) return undefined;
    return findFirst(value, (item) => resolveSteps(item, inItem));
  }
  if (!isJsonObject(value)) return undefined;
  const key = findKey(value, step);
  const isWithin = key !== undefined && (rest.length === 0 || !given.test(key));
  const below = isWithin ? resolveSteps(value[key], rest) : undefined;
  if (key !== undefined && below !== undefined) return [key, ...below];
  return rest.length === 0 ? undefined : resolveSteps(value, rest);
}

/** The path of a field by its name alone: the shallowest, but not in what a person, a tool or a model gave. */
function findAnywhere(value: Json | undefined, name: string): readonly string[] | undefined {
  if (Array.isArray(value)) return findFirst(value, (item) => findAnywhere(item, name));
  if (!isJsonObject(value)) return undefined;
  const key = findKey(value, name);
  if (key !== undefined) return [key];
  return findFirst(
    Object.entries(value).filter(([inner]) => !given.test(inner)),
    ([inner, found]) => {
      const path = findAnywhere(found, name);
      return path && [inner, ...path];
    },
  );
}

function findFirst<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The key of an object for a name in snake or camel case. */
function findKey(value: JsonObject, name: string): string | undefined {
  const spelled = [name, convertToCamelCase(name), name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  return spelled.find((key) => Object.hasOwn(value, key));
}

function setField(body: JsonObject, [first = '', ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...body, [first]: value };
  const inner = body[first];
  return { ...body, [first]: setField(isJsonObject(inner) ? inner : {}, rest, value) };
}

/** A body without a field, in each item of the lists on the way; an object that is empty then goes too. */
function removeField(body: JsonObject, path: readonly string[]): JsonObject {
  const [first = '', ...rest] = path;
  if (rest.length === 0 && everywhere.includes(first)) return removeNamed(body, first);
  const { [first]: inner, ...others } = body;
  if (rest.length === 0) return others;
  if (Array.isArray(inner)) {
    return { ...body, [first]: inner.map((item) => (isJsonObject(item) ? removeField(item, rest) : item)) };
  }
  if (!isJsonObject(inner)) return body;
  const left = removeField(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...body, [first]: left };
}

/** An object without a field of a name, at any depth, but not in what a person, a tool or a model gave. */
function removeNamed(body: JsonObject, name: string): JsonObject {
  const clean = (value: Json): Json =>
    Array.isArray(value) ? value.map(clean) : isJsonObject(value) ? removeNamed(value, name) : value;
  const others = Object.entries(body).filter(([key]) => key !== name);
  return Object.fromEntries(others.map(([key, value]) => [key, given.test(key) ? value : clean(value)]));
}
