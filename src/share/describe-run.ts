import { countLines, findKeys, maskKey } from '@/base/find-keys';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { findValueName } from '@/base/key-forms';
import { getTaskPath } from '@/run/journal-path';
import { encodePayload, type GatheredRun } from './gathered-run';
import { visitTexts } from './redaction';
import { type SharePart, textParts } from './share-parts';
import type { ShareLevel } from './shared-file';

/** What others will see of a run, in figures. */
export interface DescribedRun {
  /** Whether its texts are seen, or only its figures. */
  readonly level: ShareLevel;
  readonly parts: ReadonlySet<SharePart>;
  readonly tasks: number;
  readonly events: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly outputs: number;
  /** Names of models, in the order of their first call. */
  readonly models: readonly string[];
  readonly files: readonly SharedFile[];
  readonly inputs: readonly string[];
  /** Bytes of all texts. */
  readonly bytes: number;
  /** The run that it is compared with; left out: none. */
  readonly compared?: DescribedRun;
}

/** A file that was sent to a model, or that a tool gave. */
export interface SharedFile {
  readonly name: string;
  readonly ref: string;
  readonly bytes: number;
}

/** A text that looks like a key, and where it is. */
export interface SuspectText {
  /** As a person may see it. */
  readonly masked: string;
  readonly where: string;
}

/** What is in a run, for those who decide whether to share it. */
export function describeContents({ head, events, payloads }: GatheredRun, parts: ReadonlySet<SharePart>): DescribedRun {
  const paths = new Set<string>();
  const models = new Set<string>();
  const counts = { modelCalls: 0, toolCalls: 0, outputs: 0 };
  for (const { kind, path, model } of events) {
    if (kind === 'task.started') paths.add(getTaskPath(String(path)));
    if (kind === 'model.requested') {
      counts.modelCalls += 1;
      if (typeof model === 'string') models.add(model);
    }
    if (kind === 'tool.called') counts.toolCalls += 1;
    if (kind === 'task.completed') counts.outputs += 1;
  }
  const inputs =
    isJsonObject(head['plan']) && isJsonObject(head['plan']['inputs']) ? Object.keys(head['plan']['inputs']) : [];
  let bytes = 0;
  for (const payload of payloads.values()) bytes += encodePayload(payload).length;
  return {
    level: textParts.some((part) => parts.has(part)) ? 'all' : 'figures',
    parts,
    tasks: paths.size,
    events: events.length,
    ...counts,
    models: [...models],
    files: listFiles({ events, payloads }),
    inputs,
    bytes,
  };
}

/** The files of a run, each once. */
export function listFiles({ events, payloads }: Pick<GatheredRun, 'events' | 'payloads'>): readonly SharedFile[] {
  const files = new Map<string, SharedFile>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    const { ref, name, mediaType, bytes } = value;
    const isFile = typeof ref === 'string' && typeof name === 'string' && typeof mediaType === 'string';
    if (isFile && payloads.has(ref)) files.set(ref, { ref, name, bytes: typeof bytes === 'number' ? bytes : 0 });
    for (const member of Object.values(value)) visit(member);
  };
  for (const event of events) visit(event);
  for (const payload of payloads.values()) {
    if ('text' in payload && payload.text.includes('"mediaType"')) visit(tryParse(payload.text));
  }
  return [...files.values()];
}

function tryParse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** A run without its files. What was said of them stays. */
export function leaveOutFiles(run: GatheredRun): GatheredRun {
  const refs = new Set(listFiles(run).map(({ ref }) => ref));
  return { ...run, payloads: new Map([...run.payloads].filter(([ref]) => !refs.has(ref))) };
}

/** What looks like a key in a run that is to be written, each once, with the first place where it is. */
export function findSuspects({ head, events, payloads }: GatheredRun): readonly SuspectText[] {
  const found = new Map<string, SuspectText>();
  const owners = findOwners(events);
  const look = (text: string, where: string, name = '', hasLines = true) => {
    for (const { start, end, isEncoded } of findKeys(text, name)) {
      const key = text.slice(start, end);
      const line = hasLines ? `, line ${countLines(text, start)}` : '';
      const place = `${where}${line}${isEncoded ? ', in base64' : ''}`;
      if (!found.has(key)) found.set(key, { masked: maskKey(key), where: place });
    }
  };
  for (const [ref, payload] of payloads) {
    const where = owners.get(ref) ?? 'a text';
    if ('bytes' in payload) look(new TextDecoder('latin1').decode(payload.bytes), where, '', false);
    else {
      look(payload.text, where);
      visitTexts(payload.text, (text, name) => text !== payload.text && look(text, where, name, false));
    }
  }
  const visit = (value: Json, where: string, name: string): void => {
    if (typeof value === 'string') look(value, where, name);
    else if (Array.isArray(value)) for (const item of value) visit(item, where, name);
    else if (isJsonObject(value))
      for (const [key, member] of Object.entries(value)) {
        look(key, where);
        visit(member, where, findValueName(value, key));
      }
  };
  visit(head, 'the plan', '');
  for (const event of events) visit(event, nameEvent(event), '');
  // Where a text is cut, so is a key in it.
  const isStart = (key: string) => [...found.keys()].some((other) => other !== key && other.startsWith(key));
  return [...found].flatMap(([key, suspect]) => (isStart(key) ? [] : suspect));
}

/** Where each payload is from, in words. */
export function findOwners(events: readonly JsonObject[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const event of events) {
    const visit = (value: Json): void => {
      if (typeof value !== 'object' || value === null) return;
      const { ref } = value as JsonObject;
      if (typeof ref === 'string' && !owners.has(ref)) owners.set(ref, nameEvent(event));
      for (const member of Object.values(value as JsonObject)) visit(member as Json);
    };
    visit(event);
  }
  return owners;
}

const eventWords: Readonly<Record<string, string>> = {
  'task.completed': 'output of',
  'model.requested': 'prompt of',
  'model.replied': 'answer in',
  'script.exited': 'output of the script of',
  'tool.called': 'tool call of',
  'iteration.logged': 'round of',
};

export function nameEvent({ kind, path, seq }: JsonObject): string {
  const words = eventWords[String(kind)] ?? 'event of';
  const place = String(path ?? '') || 'the run';
  return `${words} ${place} (event ${String(seq)})`;
}
