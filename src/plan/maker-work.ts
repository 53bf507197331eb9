import { z } from 'zod';
import { defined } from '@/base/defined';
import type { ReplyOrigin } from './message';
import { listMakerCalls } from './reply-origin';

/** The most characters of a source's address and title, and most sources of a reply, that are stored. */
export const sourceLimits = { url: 2000, title: 300, count: 100 } as const;

/** The most characters of the input and of the result of a maker's tool that are stored for a person. */
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
    .refine((url) => findWebHost(url) !== undefined),
  title: z.string().max(sourceLimits.title).optional(),
});

const workSchema = z.object({
  calls: z.array(callSchema),
  sources: z.array(sourceSchema).max(sourceLimits.count),
  /** How many further sources were not stored. */
  moreSources: z.number().int().min(0).optional(),
});

/** What the maker's tools did for a reply, and the sources of the reply, for a person. */
export type MakerWork = z.infer<typeof workSchema>;

/** The maker's work recorded in the origin of a reply; undefined: none. */
export function extractMakerWork({ parts, sources = [], moreSources }: ReplyOrigin): MakerWork | undefined {
  const calls = listMakerCalls({ parts }).map(({ kind: _kind, ...call }) => call);
  if (calls.length === 0 && sources.length === 0) return undefined;
  return { calls, sources: [...sources], ...defined({ moreSources }) };
}

/** Parses recorded work; undefined if it is invalid. */
export function readMakerWork(json: string): MakerWork | undefined {
  try {
    return workSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/**
 * The host of an address that is safe to link to: an http(s) address without user name or password, and nothing that
 * runs in a page. Undefined for any other.
 */
export function findWebHost(url: string): string | undefined {
  return /^https?:\/\/([^\s/?#@\\]+)(?:[/?#]\S*)?$/i.exec(url)?.[1];
}
