import { z } from 'zod';
import type { JsonObject } from '@/base/json';

/**
 * A run as a file, JSONL in UTF-8: a line that says what it is, with its plan; its events, a line each, as they are
 * stored; if they are wanted, the payloads that these name, in parts; and a line that ends it.
 */
export const runFileVersion = 1;

/** Most bytes of a payload that stand in a line. */
export const partBytes = 131_072;

/** Most bytes of a line that is read: that of the plan is the longest. */
export const maxLineBytes = 64 * 2 ** 20;

const natural = z.number().int().min(0);

export const headLine = z.strictObject({
  heddle_run: z.literal(runFileVersion),
  /** Of the run, and of its workflow, where it was exported. */
  id: z.string(),
  workflow: z.string(),
  name: z.string().max(1000),
  startedAt: z.iso.datetime(),
  /** How many there are. */
  events: natural,
  plan: z.unknown(),
});
export type HeadLine = z.infer<typeof headLine>;

const part = { payload: z.string().regex(/^[0-9a-f]{64}$/), part: natural, last: z.boolean() };

/** A part of a payload: as text where its bytes are UTF-8. */
export const payloadLine = z.union([
  z.strictObject({ ...part, utf8: z.string() }),
  z.strictObject({ ...part, base64: z.base64() }),
]);
export type PayloadLine = z.infer<typeof payloadLine>;

export const endLine = z.strictObject({ heddle_end: z.literal(runFileVersion), payloads: natural });
export type EndLine = z.infer<typeof endLine>;

/** What a line is, by the field that only lines of its kind have. */
export function kindOfLine(line: JsonObject): 'head' | 'event' | 'payload' | 'end' | 'metrics' | undefined {
  if ('heddle_run' in line) return 'head';
  if ('kind' in line && 'seq' in line) return 'event';
  if ('payload' in line) return 'payload';
  if ('heddle_end' in line) return 'end';
  // The last line of `--json --metrics`.
  return 'metrics' in line ? 'metrics' : undefined;
}
