import { type RouteConfig, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ServeEnv } from '../access/access';
import { createRequestRefusal } from '../refused-request';
import type { ServeOptions } from '../serve-options';
import { endWhenStalled } from './end-when-stalled';

/** Bytes as an answer, as the description has it. */
export const bytesAnswer: { readonly 200: RouteConfig['responses'][number] } = {
  200: {
    description: 'The bytes, as they were made: text/plain, or application/octet-stream.',
    content: { '*/*': { schema: z.string().openapi({ format: 'binary' }) } },
  },
};

/** Bytes as they are, which no browser takes for a page. Error 404: there are none. */
export function createByteAnswer(
  c: Context<ServeEnv>,
  { limits }: ServeOptions,
  pages: AsyncIterable<Uint8Array> | undefined,
  isBinary: boolean,
) {
  if (pages === undefined) throw createRequestRefusal(404, 'There is no such thing, or it is no longer stored.');
  endWhenStalled(c, limits.stalledMs);
  return c.body(createPageStream(pages), 200, {
    'Content-Type': isBinary ? 'application/octet-stream' : 'text/plain; charset=utf-8',
    'Content-Disposition': 'attachment',
    'Cache-Control': 'no-store',
  });
}

/** Read page by page, as they are taken. */
function createPageStream(pages: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = pages[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await reader.next();
        if (done === true) controller.close();
        // The page may be used for the next one.
        else controller.enqueue(value.slice());
      },
      async cancel() {
        await reader.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
