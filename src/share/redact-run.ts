import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { findValueName } from '@/base/key-forms';
import { cutToStart } from '@/base/start-of';
import { eventTextLimits, toolSummaryLength } from '@/run/event-data';
import { encodePayload, type GatheredRun, hashPayload, type SharedPayload } from './gathered-run';
import type { Redaction } from './redaction';

/** What names an event and its place, rather than what was said in it. */
const envelope: ReadonlySet<string> = new Set(['v', 'seq', 't', 'kind', 'path', 'id', 'parent', 'hash', 'call']);
/** What names a run, rather than what was said in it. */
const headNames: ReadonlySet<string> = new Set(['heddle_run', 'id', 'workflow', 'startedAt', 'events']);

/** The most characters of a text of an event, by its key. */
const limits: Readonly<Record<string, number>> = {
  ...eventTextLimits,
  command: eventTextLimits.task,
  text: eventTextLimits.result,
  arguments: toolSummaryLength,
};

/**
 * Runs without what a redaction takes out, the same text with the same mark in all of them: each plan, workflow, event
 * and payload in full. What is changed gets another name, because payloads are named by their content.
 */
export function redactRuns(runs: readonly GatheredRun[], redaction: Redaction): readonly GatheredRun[] {
  for (const run of runs) collectRun(run, redaction);
  return runs.map((run) => redactRun(run, redaction));
}

function redactRun(run: GatheredRun, redaction: Redaction): GatheredRun {
  const names = redactPayloads(run, redaction);

  const redactMember = (key: string, value: Json, name = key): Json => {
    if (key === 'ref' && typeof value === 'string') return names.get(value)?.name ?? value;
    if (typeof value === 'string') return limitText(key, redaction.replace(value, name));
    if (Array.isArray(value)) return value.map((item) => redactMember('', item, name));
    return isJsonObject(value) ? redactObject(value) : redaction.replaceValue(value);
  };
  const redactObject = (object: JsonObject): JsonObject => {
    const changed: Record<string, Json> = {};
    for (const [key, value] of Object.entries(object))
      changed[redaction.replace(key)] = redactMember(key, value, findValueName(object, key));
    return {
      ...changed,
      ...redactStart(object, changed, 'text', 'length'),
      ...redactStart(object, changed, 'result', 'full_result_len'),
    };
  };
  /** The start of a text, beside the length and the name of the whole: it is made anew of what the whole is now. */
  const redactStart = (object: JsonObject, changed: JsonObject, key: string, lengthKey: string): JsonObject => {
    const [was, is, length] = [object[key], changed[key], object[lengthKey]];
    if (typeof was !== 'string' || typeof is !== 'string' || typeof length !== 'number') return {};
    const ref = object['ref'];
    const [before, after] = typeof ref === 'string' ? [run.payloads.get(ref), names.get(ref)?.payload] : [];
    if (before && 'text' in before && after && 'text' in after && before.text.startsWith(was)) {
      if (before.text === after.text) return {};
      return { [key]: cutToStart(after.text, was.length), [lengthKey]: after.text.length };
    }
    if (is === was) return {};
    return { [lengthKey]: length <= was.length ? is.length : Math.max(length, is.length + 1) };
  };

  const redactEvent = (event: JsonObject): JsonObject => {
    const redacted = redactObject(Object.fromEntries(Object.entries(event).filter(([key]) => !envelope.has(key))));
    return { ...event, ...redacted };
  };
  const head = Object.entries(run.head).map(
    ([key, value]) => [key, headNames.has(key) ? value : redaction.replaceValue(value)] as const,
  );
  return {
    head: Object.fromEntries(head),
    events: run.events.map(redactEvent),
    payloads: new Map([...names.values()].flatMap(({ name, payload }) => (payload ? [[name, payload] as const] : []))),
  };
}

/** A mark may be longer than what it stands for. */
function limitText(key: string, text: string): string {
  const most = limits[key];
  return most === undefined ? text : cutToStart(text, most);
}

interface RedactedPayload {
  readonly name: string;
  /** Left out: it is no text, and has what is to be taken out. */
  readonly payload?: SharedPayload;
}

/** Every payload by the name that it had. What names another one, as messages name files, is renamed with it. */
function redactPayloads({ payloads }: GatheredRun, redaction: Redaction): ReadonlyMap<string, RedactedPayload> {
  const redacted = new Map<string, RedactedPayload>();
  const open = new Set<string>();
  const redact = (ref: string): string => {
    const payload = payloads.get(ref);
    const known = redacted.get(ref);
    if (known !== undefined || payload === undefined || open.has(ref)) return known?.name ?? ref;
    open.add(ref);
    let made: RedactedPayload = { name: ref, payload };
    if ('bytes' in payload) {
      if (redaction.isIn(payload.bytes)) made = { name: ref };
    } else {
      const text = redaction.replace(payload.text).replace(/[0-9a-f]{64}/g, redact);
      if (text !== payload.text) made = { name: hashPayload(encodePayload({ text })), payload: { text } };
    }
    redacted.set(ref, made);
    return made.name;
  };
  for (const ref of payloads.keys()) redact(ref);
  return redacted;
}

/** Every text is looked at before one is replaced: once in its whole, where that is stored. */
function collectRun({ head, events, payloads }: GatheredRun, redaction: Redaction): void {
  for (const payload of payloads.values()) if ('text' in payload) redaction.collect(payload.text);
  const visit = (value: Json, name: string): void => {
    if (typeof value === 'string') redaction.collect(value, name);
    else if (Array.isArray(value)) for (const item of value) visit(item, name);
    else if (isJsonObject(value)) visitMembers(value, noNames);
  };
  const visitMembers = (object: JsonObject, names: ReadonlySet<string>): void => {
    const ref = object['ref'];
    const isStored = typeof ref === 'string' && payloads.has(ref);
    for (const [key, member] of Object.entries(object)) {
      const isStart = isStored && (key === 'text' || key === 'result');
      if (!names.has(key) && !isStart && key !== 'ref') visit(member, findValueName(object, key));
    }
  };
  visitMembers(head, headNames);
  for (const event of events) visitMembers(event, envelope);
}

const noNames: ReadonlySet<string> = new Set();
