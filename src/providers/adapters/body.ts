import { isJsonObject, type Json, type JsonObject } from '@/base/json';
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
export function withOptions(body: JsonObject, options: JsonObject, { reserved, places = {} }: OptionRules): JsonObject {
  return Object.entries(options).reduce((made, [name, value]) => {
    const place = Object.hasOwn(places, name) ? places[name] : [name];
    if (place === undefined || reserved.has(place[0] ?? '')) return made;
    return withField(made, place, name === 'stop' && typeof value === 'string' ? [value] : value);
  }, body);
}

/** A body adapted to the model: refused fields removed, others renamed. */
export function asTaken(body: JsonObject, { refuses, renames }: Pick<ModelFacts, 'refuses' | 'renames'>): JsonObject {
  const renamed = Object.entries(renames).reduce((made, [name, other]) => {
    const value = made[name];
    return value === undefined ? made : { ...withoutField(made, [name]), [other]: value };
  }, body);
  return refuses.reduce((made, name) => {
    if (name === 'reasoning_content') return withoutThoughts(made);
    return withoutField(made, placeOf(made, name));
  }, renamed);
}

/** Whether a body contains a field that a server names, so that it can be removed. */
export function hasField(body: JsonObject, name: string): boolean {
  if (name === 'reasoning_content') return JSON.stringify(body['messages'] ?? null).includes('"reasoning_content"');
  if (name === 'cache_control') return JSON.stringify(body).includes('"cache_control":{');
  return fieldAt(body, placeOf(body, name)) !== undefined;
}

/** Groups whose names servers leave out when they name a field. */
const groups = ['generationConfig', 'output_config', 'reasoning', 'thinking', 'text'] as const;

/** The path of a field that a server names, perhaps in snake case, by its last name only, or with its path. */
function placeOf(body: JsonObject, name: string): readonly string[] {
  const written = name.split('.');
  const ways = [written, ...groups.map((group) => [group, ...written])];
  const spelled = ways.flatMap((way) => [
    way,
    way.map(camelCase),
    way.map((step, at) => (at === 0 ? step : camelCase(step))),
  ]);
  return spelled.find((way) => fieldAt(body, way) !== undefined) ?? written;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function fieldAt(body: JsonObject, place: readonly string[]): Json | undefined {
  return place.reduce<Json | undefined>((value, step) => {
    return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, body);
}

function withField(body: JsonObject, [first = '', ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...body, [first]: value };
  const inner = body[first];
  return { ...body, [first]: withField(isJsonObject(inner) ? inner : {}, rest, value) };
}

function withoutField(body: JsonObject, [first = '', ...rest]: readonly string[]): JsonObject {
  const { [first]: inner, ...others } = body;
  if (inner === undefined || rest.length === 0 || !isJsonObject(inner)) return rest.length === 0 ? others : body;
  const left = withoutField(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...body, [first]: left };
}

/** Messages of chat completions without the thoughts of earlier turns. */
function withoutThoughts(body: JsonObject): JsonObject {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  return {
    ...body,
    messages: messages.map((message) =>
      isJsonObject(message) ? withoutField(message, ['reasoning_content']) : message,
    ),
  };
}
