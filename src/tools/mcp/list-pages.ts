import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** The most pages of a list, for servers that always offer another page. */
const maxPages = 100;
/** The longest delay of a timer: the caller limits the time of a request with its signal. */
export const noTimeout = 2 ** 31 - 1;

/** A page of a list, as repaired by the transport. */
const pageSchema = z.looseObject({
  tools: z.array(z.looseObject({})).default([]),
  resources: z.array(z.looseObject({})).default([]),
  resourceTemplates: z.array(z.looseObject({})).default([]),
  nextCursor: z.string().optional(),
  _meta: z.looseObject({}).optional(),
});
type Page = z.infer<typeof pageSchema>;

/**
 * Reads a list of a server page by page, until `take` returns `enough`. Resolves to whether there is more. Rejects with
 * the error of the request.
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
    // The generic request: the specific one would fetch all pages at once.
    const result = await client.request({ method, params }, pageSchema, { signal, timeout: noTimeout });
    if (take(result) === 'enough') return true;
    cursor = result.nextCursor;
    if (cursor === undefined) return false;
  }
  return true;
}
