import { z } from 'zod';
import type { ReplyOrigin } from './message';
import { makerCallsOf } from './reply-origin';

/** Longest address and title of a source that are kept, and most sources of a reply. */
export const sourceLimits = { url: 2000, title: 300, count: 100 } as const;

/** The most characters of what a maker's tool was given, and of what came of it, that are kept for a person. */
export const makerTextLength = 20_000;

const callSchema = z.object({
  id: z.string(),
  name: z.string(),
  input: z.string().optional(),
  result: z.string().optional(),
  isError: z.boolean().optional(),
});

const sourceSchema = z.object({
  url: z
    .string()
    .max(sourceLimits.url)
    .refine((url) => webHost(url) !== undefined),
  title: z.string().max(sourceLimits.title).optional(),
});

const workSchema = z.object({
  calls: z.array(callSchema),
  sources: z.array(sourceSchema).max(sourceLimits.count),
  /** How many more sources there were than are kept. */
  moreSources: z.number().int().min(0).optional(),
});

/** What tools of its maker did for a reply, and what it is based on, for a person. */
export type MakerWork = z.infer<typeof workSchema>;

/** What of the origin of a reply tells of its maker's tools; undefined: nothing does. */
export function makerWorkOf({ parts, sources = [], moreSources }: ReplyOrigin): MakerWork | undefined {
  const calls = makerCallsOf({ parts }).map(({ kind: _kind, ...call }) => call);
  if (calls.length === 0 && sources.length === 0) return undefined;
  return { calls, sources: [...sources], ...(moreSources === undefined ? {} : { moreSources }) };
}

/** Reads what was recorded; undefined where it cannot be read. */
export function readMakerWork(json: string): MakerWork | undefined {
  try {
    return workSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/**
 * The host of an address that may be linked to: of the web, without a name or password in it, and nothing that runs in
 * a page; undefined for any other.
 */
export function webHost(url: string): string | undefined {
  return /^https?:\/\/([^\s/?#@\\]+)(?:[/?#]\S*)?$/i.exec(url)?.[1];
}
