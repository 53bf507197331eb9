import { z } from 'zod';
import type { JsonObject } from '@/base/json';
import { annotationsSchema } from '@/run/annotations';

/**
 * The version of a run's file, JSONL in UTF-8: a head line with the plan; the events as they are stored, one per line;
 * optionally the payloads that they name, in parts; and an end line. Files of version 1 are of before Heddle 0.2.0:
 * their
 * plan is refused.
 */
export const runFileVersion = 2;

/** The most bytes of a payload in one line. */
export const partBytes = 131_072;

/** The most bytes of a line that is read: the line of the plan is the longest. */
export const maxLineBytes = 64 * 2 ** 20;

const natural = z.number().int().min(0);

export const headLine = z.strictObject({
  heddle_run: z.literal([1, runFileVersion]),
  /** Ids of the run and of its workflow where it was exported. */
  id: z.string(),
  workflow: z.string(),
  name: z.string().max(1000),
  startedAt: z.iso.datetime(),
  /** How many events follow. */
  events: natural,
  plan: z.unknown(),
  /** The workflow as YAML when it was exported, so that the file can be opened where the workflow is not. */
  document: z.string().exactOptional(),
  annotations: annotationsSchema.exactOptional(),
});
export type HeadLine = z.infer<typeof headLine>;

const part = { payload: z.string().regex(/^[0-9a-f]{64}$/), part: natural, last: z.boolean() };

/** A part of a payload: as text if its bytes are UTF-8, else as base64. */
export const payloadLine = z.union([
  z.strictObject({ ...part, utf8: z.string() }),
  z.strictObject({ ...part, base64: z.base64() }),
]);
export type PayloadLine = z.infer<typeof payloadLine>;

export const endLine = z.strictObject({ heddle_end: z.literal(runFileVersion), payloads: natural });
export type EndLine = z.infer<typeof endLine>;

/** The kind of a line, by the field that only lines of this kind have. */
export function findLineKind(line: JsonObject): 'head' | 'event' | 'payload' | 'end' | 'metrics' | undefined {
  if ('heddle_run' in line) return 'head';
  if ('kind' in line && 'seq' in line) return 'event';
  if ('payload' in line) return 'payload';
  if ('heddle_end' in line) return 'end';
  // The last line of `--json --metrics`.
  return 'metrics' in line ? 'metrics' : undefined;
}
