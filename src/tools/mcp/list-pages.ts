import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** A server that always has another page is not asked for ever. */
const maxPages = 100;
/** The time of a request is limited by who asks, by the signal. The longest that a timer can wait. */
export const noTimeout = 2 ** 31 - 1;

/** A page of a list as the transport mended it. */
const pageSchema = z.looseObject({
  tools: z.array(z.looseObject({})).default([]),
  resources: z.array(z.looseObject({})).default([]),
  resourceTemplates: z.array(z.looseObject({})).default([]),
  nextCursor: z.string().optional(),
  _meta: z.looseObject({}).optional(),
});
type Page = z.infer<typeof pageSchema>;

/**
 * Reads a list of a server page by page, until `take` says that it holds enough. Resolves to whether there is more.
 * Rejects with what the request rejects with.
 */
export async function listPages(
  client: Client,
  method: 'tools/list' | 'resources/list' | 'resources/templates/list',
  signal: AbortSignal,
  take: (page: Page) => 'more' | 'enough',
): Promise<boolean> {
  let cursor: string | undefined;
  for (let page = 1; page <= maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    // The plain request: the one with a name asks for all pages at once.
    const result = await client.request({ method, params }, pageSchema, { signal, timeout: noTimeout });
    if (take(result) === 'enough') return true;
    cursor = result.nextCursor;
    if (cursor === undefined) return false;
  }
  return true;
}
