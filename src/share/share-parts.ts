import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { encodePayload, type GatheredRun, type SharedPayload } from './gathered-run';

/** What of a run can be left out of a file. The tasks, times, tokens and cost are always in it. */
export const shareParts = ['prompts', 'outputs', 'tools', 'files'] as const;
export type SharePart = (typeof shareParts)[number];

/** The parts that are texts of events: without all of them, a run is its figures. */
export const textParts = ['prompts', 'outputs', 'tools'] as const satisfies readonly SharePart[];

const kinds: Readonly<Record<string, SharePart>> = {
  // It names the plan, of which a figure has another name.
  'run.started': 'prompts',
  'task.started': 'prompts',
  'model.requested': 'prompts',
  'context.planned': 'prompts',
  'compaction.done': 'prompts',
  'compaction.restored': 'prompts',
  'input.requested': 'prompts',
  'input.provided': 'prompts',
  'tool.called': 'tools',
};

/** The part that the texts of an event belong to. What nobody thought of is an output. */
export function findPart({ kind }: JsonObject): SharePart {
  return kinds[String(kind)] ?? 'outputs';
}

/** Whether the texts of an event are of parts that are in a file. A tool call is in the reply that asks for it, too. */
export function isInParts(event: JsonObject, parts: ReadonlySet<SharePart>): boolean {
  const { kind, data } = event;
  const asksTools = kind === 'model.replied' && isJsonObject(data) && data['toolCalls'] !== undefined;
  return parts.has(findPart(event)) && (!asksTools || parts.has('tools'));
}

/** The payloads that values name, and those that these name in turn. */
export function collectPayloads(
  payloads: GatheredRun['payloads'],
  values: readonly Json[],
): ReadonlyMap<string, SharedPayload> {
  const found = new Map<string, SharedPayload>();
  const take = (ref: string): void => {
    const payload = payloads.get(ref);
    if (payload === undefined || found.has(ref)) return;
    found.set(ref, payload);
    if ('text' in payload) for (const [name] of payload.text.matchAll(/[0-9a-f]{64}/g)) take(name);
  };
  const visit = (value: Json): void => {
    if (typeof value === 'string') take(value);
    else if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value as JsonObject)) visit(member as Json);
  };
  for (const value of values) visit(value);
  return found;
}

/** How many bytes of a run each part has; what two parts have counts for the first. `files`: names of its files. */
export function measureParts(
  { events, payloads }: GatheredRun,
  files: ReadonlySet<string>,
): Readonly<Record<SharePart, number>> {
  const bytes = { prompts: 0, outputs: 0, tools: 0, files: 0 };
  const counted = new Set<string>();
  const count = (part: SharePart, value: Json) => {
    for (const [ref, payload] of collectPayloads(payloads, [value])) {
      if (counted.has(ref)) continue;
      counted.add(ref);
      bytes[files.has(ref) ? 'files' : part] += encodePayload(payload).length;
    }
  };
  for (const event of events) {
    const part = findPart(event);
    bytes[part] += encodeJson(event).length;
    count(part, event);
  }
  return bytes;
}
