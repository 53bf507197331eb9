import { z } from 'zod';
import { AppError, errorCodes } from '@/base/errors';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { eventTextLimits } from '@/run/event-data';
import { runEventSchema } from '@/run/events';
import { isJournalPath } from '@/run/journal-path';
import { planShape } from '@/storage/plan-schema';
import { isTaskType } from '@/workflow/tasks';
import { type GatheredRun, hashPayload, type SharedPayload } from './gathered-run';
import { collectPayloads, isInParts, type SharePart, textParts } from './share-parts';

/** The mark of each text that was left out, by the text. Runs that are compared share them. */
export type TextMarks = Map<string, string>;

/**
 * A run with the texts of some parts only. Without any it is its figures: prompts, outputs, thinking, inputs,
 * variables, files and what errors say are gone. What is left is how it is drawn and how it went: its tasks and their
 * names, times, tokens, cost, models, states, sizes. In place of a text stands a mark, the same for the same text, so
 * that two runs can still be compared.
 */
export function keepParts(run: GatheredRun, parts: ReadonlySet<SharePart>, marks: TextMarks): GatheredRun {
  if (textParts.every((part) => parts.has(part))) return run;
  const plan = isJsonObject(run.head['plan']) ? run.head['plan'] : {};
  const names = listNames(plan);
  const keeper = new FigureKeeper(names, marks);
  const { heddle_run, id, workflow, name, startedAt, events: count } = run.head;
  const whole = run.events.filter((event) => isInParts(event, parts));
  const payloads = new Map(collectPayloads(run.payloads, whole));
  const events = run.events.map((event) => {
    if (isInParts(event, parts)) return event;
    const kept = keeper.keep(runEventSchema, event);
    if (!isJsonObject(kept))
      throw new AppError('VALIDATION_ERROR', `Event ${String(event['seq'])} has a form that is not known.`);
    return keepSizes(kept, event, { run, payloads, names });
  });
  // What the plan says of a task is its prompt.
  if (parts.has('prompts')) return { head: run.head, events, payloads };
  const head = { heddle_run, id, workflow, name, startedAt, events: count, plan: keeper.keep(planShape, plan) };
  return { head: head as JsonObject, events, payloads };
}

/** An id of anything: unlike a sentence, it has no spaces. */
const isId = (text: string) => /^[^\s/]{1,300}$/u.test(text);
const isWord = (text: string) => /^[a-z_]{1,40}$/.test(text);
const isErrorCode = (text: string) => (errorCodes as readonly string[]).includes(text);

/** Texts that say where, when and how something happened, by their key; each only in the form that it has. */
const forms: Readonly<Record<string, (text: string) => boolean>> = {
  t: (text) => /^[\dT:.Z+-]{10,40}$/.test(text),
  ...{ path: isJournalPath, parent: isJournalPath, decidedBy: isJournalPath, instance: isJournalPath },
  ...{ tasks: isJournalPath, task: (text: string) => text.split('/').every(isId) },
  ...{ id: isId, workflowId: isId, executionId: isId, run: isId, from: isId, left: isId, because: isId },
  ...{ type: isTaskType, code: isErrorCode, reason: isErrorCode, trigger: isWord, strategy: isWord },
  resource: (text) => ['turns', 'context', 'output', 'tokens', 'cost', 'time'].includes(text),
};
/** Texts that name a task, a model or a tool; each only if the plan has it: a model may name what there is not. */
const nameKeys = new Set([
  ...['label', 'pipeline', 'model', 'provider', 'insteadOf', 'to', 'passedOver', 'tool', 'name'],
  ...['pruned', 'told', 'ref'],
]);
/** Texts that stand for others: where they are left out, a reader is told so. */
const shownTexts = new Set(['result', 'task']);
/** What says only where a text is stored, and what it looked like. */
const storageKeys = new Set(['stored', 'call', 'files']);

/** Walks over a value by its schema: numbers and the words of the schema stay, what somebody wrote does not. */
class FigureKeeper {
  readonly #names: ReadonlySet<string>;
  readonly #marks: TextMarks;

  constructor(names: ReadonlySet<string>, marks: TextMarks) {
    this.#names = names;
    this.#marks = marks;
  }

  /** What is kept of a value; undefined: nothing, or it does not fit. `key`: the name of the value. */
  keep(schema: z.core.$ZodType, value: Json | undefined, key = '', isOptional = false): Json | undefined {
    if (value === undefined) return undefined;
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) {
      return storageKeys.has(key) ? undefined : this.keep(schema.unwrap(), value, key, true);
    }
    if (schema instanceof z.ZodNullable)
      return value === null ? null : this.keep(schema.unwrap(), value, key, isOptional);
    if (schema instanceof z.ZodLazy) return this.keep(schema.unwrap(), value, key, isOptional);
    if (schema instanceof z.ZodString)
      return typeof value === 'string' ? this.#keepText(value, key, isOptional) : undefined;
    // Keys of a record are texts, too.
    if (schema instanceof z.ZodRecord) return isOptional ? undefined : {};
    if (schema instanceof z.ZodArray) {
      if (!Array.isArray(value)) return undefined;
      return value.flatMap((item) => this.keep(schema.element, item, key) ?? []);
    }
    if (schema instanceof z.ZodObject) return isJsonObject(value) ? this.#keepMembers(schema.shape, value) : undefined;
    if (schema instanceof z.ZodUnion) return this.#keepOneOf(schema.options, value, key, isOptional);
    return schema instanceof z.ZodType && schema.safeParse(value).success ? value : undefined;
  }

  #keepMembers(shape: z.core.$ZodShape, value: JsonObject): JsonObject {
    const members = Object.entries(shape).flatMap(([key, schema]) => {
      const kept = this.keep(schema, value[key], key);
      return kept === undefined ? [] : [[key, kept] as const];
    });
    return Object.fromEntries(members);
  }

  /** By the kind of an event or the type of a task; a value that may be any JSON is nothing. */
  #keepOneOf(options: readonly z.core.$ZodType[], value: Json, key: string, isOptional: boolean): Json | undefined {
    const shapes = options.filter((option) => option instanceof z.ZodObject);
    if (shapes.length < options.length) {
      const isAny = options.some((option) => option instanceof z.ZodString);
      const plain = isAny ? [] : options.filter((option) => option instanceof z.ZodType);
      const fits = plain.some((option) => option instanceof z.ZodType && option.safeParse(value).success);
      return fits ? value : isOptional ? undefined : null;
    }
    const fitting = shapes.find(({ shape }) =>
      Object.entries(shape).every(
        ([name, schema]) =>
          !(schema instanceof z.ZodLiteral) || (isJsonObject(value) && schema.safeParse(value[name]).success),
      ),
    );
    return fitting === undefined ? undefined : this.keep(fitting, value, key);
  }

  #keepText(text: string, key: string, isOptional: boolean): string | undefined {
    const isKept = nameKeys.has(key) ? this.#names.has(text) : forms[key]?.(text);
    const isShown = isOptional && shownTexts.has(key);
    if (isKept && !isShown) return text;
    return isOptional && !isShown && key !== 'hash' ? undefined : this.#mark(text);
  }

  #mark(text: string): string {
    const known = this.#marks.get(text);
    if (known !== undefined) return known;
    const mark = `[text ${this.#marks.size + 1} left out]`;
    this.#marks.set(text, mark);
    return mark;
  }
}

/** Parts of a plan that hold values of a person, rather than names. */
const valueKeys = new Set([
  ...['variables', 'inputs', 'args', 'state', 'form', 'options', 'settings', 'memoryIndex', 'visibleVariables'],
  ...['outputSchema', 'initialValue', 'items', 'returns', 'reuse'],
]);

/** The names of the tasks, models, tools and functions of a plan. */
function listNames(plan: JsonObject): ReadonlySet<string> {
  const names = new Set<string>(Object.keys(isJsonObject(plan['library']) ? plan['library'] : {}));
  const visit = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    const { provider, model } = value;
    if (typeof provider === 'string' && typeof model === 'string') names.add(`${provider}:${model}`);
    for (const [key, member] of Object.entries(value)) {
      if (valueKeys.has(key)) continue;
      const isName = ['id', 'label', 'name', 'safeName', 'provider', 'model', 'pipelineId'].includes(key);
      if (isName && typeof member === 'string') names.add(member);
      visit(member as Json);
    }
  };
  visit(plan);
  return names;
}

interface KeptPayloads {
  readonly run: GatheredRun;
  readonly payloads: Map<string, SharedPayload>;
  readonly names: ReadonlySet<string>;
}

/** The event of a call with the sizes of the parts that it was sent: a list of its own, which is a payload. */
function keepSizes(kept: JsonObject, event: JsonObject, { run, payloads, names }: KeptPayloads): JsonObject {
  const { kind, data } = event;
  const parts = isJsonObject(data) ? data['parts'] : undefined;
  if (kind !== 'model.requested' || !isJsonObject(parts)) return kept;
  const stored = run.payloads.get(String(parts['ref']));
  const list = readList(stored !== undefined && 'text' in stored ? stored.text : String(parts['text']));
  const text = encodeJson(list.flatMap((part) => keepPart(part, names)));
  const isShort = text.length <= eventTextLimits.result;
  const ref = isShort ? undefined : hashPayload(new TextEncoder().encode(text));
  if (ref !== undefined) payloads.set(ref, { text });
  const payload = {
    text: text.slice(0, eventTextLimits.result),
    length: text.length,
    ...(ref === undefined ? {} : { ref }),
  };
  return { ...kept, data: { ...(kept['data'] as JsonObject), parts: payload } };
}

/** A part of what was sent: its kind, its size, and the tasks that it is from. */
function keepPart(part: Json, known: ReadonlySet<string>): Json[] {
  if (!isJsonObject(part)) return [];
  const { kind, from, message, start, end, messages, bytes, tokens } = part;
  const figures = { message, start, end, messages, bytes, tokens };
  if (typeof kind !== 'string' || !isWord(kind) || !Object.values(figures).every((one) => typeof one === 'number'))
    return [];
  const tasks = Array.isArray(from) ? from.filter((name) => typeof name === 'string' && known.has(name)) : [];
  return [{ kind, from: tasks, ...figures } as JsonObject];
}

function readList(text: string): readonly Json[] {
  try {
    const list = decodeJson(text) as Json;
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
