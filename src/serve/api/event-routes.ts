import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { isUnfinished } from '@/run/is-unfinished';
import type { Access, ServeEnv } from '../access/access';
import { createRequestRefusal } from '../refused-request';
import { findServedRun } from '../served-runs';
import { createJsonAnswer, notFound, refusals, requireScope, runParams } from './answers';
import { apiSchemas } from './api-schemas';
import { endWhenStalled } from './end-when-stalled';
import { findStreamStart, openEventStream } from './event-stream';
import type { ApiWorld } from './run-json';

const fromQuery = z.coerce
  .number()
  .int()
  .min(1)
  .default(1)
  .openapi({ description: 'Number of the first event.', example: 1 });

/** Adds the routes that give the events of a run: those so far, and those that happen. */
export function addEventRoutes(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options } = world;
  let open = 0;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/events',
      operationId: 'listEvents',
      summary: 'The events of a run so far.',
      ...requireScope(access, 'read'),
      request: {
        params: runParams,
        query: z.object({
          from: fromQuery,
          limit: z.coerce.number().int().min(1).max(1000).default(200).openapi({ example: 200 }),
        }),
      },
      responses: {
        ...refusals,
        ...notFound,
        200: createJsonAnswer(
          'Some of them, in order. `next`, if there are more, is `from` of the next request.',
          z.object({
            events: z.array(apiSchemas.event).readonly(),
            next: z.number().int().nullable(),
          }),
        ),
      },
    }),
    async (c) => {
      const { id, lastSeq } = await findServedRun(options, c.req.valid('param').id);
      const { from, limit } = c.req.valid('query');
      const events = await options.stores.events.read(id, from, limit);
      const last = events.at(-1)?.seq ?? lastSeq;
      return c.json({ events: events as never[], next: last < lastSeq ? last + 1 : null }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/events/stream',
      operationId: 'streamEvents',
      summary: 'The events of a run, as they happen.',
      description:
        'Server-sent events. The id of each is its number; `Last-Event-ID` resumes after it, over a restart of the server too. An event `end` comes last, when the run has ended.',
      ...requireScope(access, 'read'),
      request: {
        params: runParams,
        query: z.object({
          from: fromQuery,
          live: z.enum(['true', 'false']).default('false').openapi({
            description:
              'Whether events `delta` give the text that streams from models, before the event of its reply.',
          }),
        }),
        headers: z.object({ 'last-event-id': z.string().optional() }),
      },
      responses: {
        ...refusals,
        ...notFound,
        200: { description: 'The stream.', content: { 'text/event-stream': { schema: z.string() } } },
        204: { description: 'The run has ended, and the client has all of its events.' },
      },
    }),
    async (c) => {
      const run = await findServedRun(options, c.req.valid('param').id);
      const lastEventId = c.req.header('last-event-id');
      const query = c.req.valid('query');
      const from = findStreamStart(lastEventId, query.from);
      if (lastEventId !== undefined && !isUnfinished(run.status) && from > run.lastSeq) return c.body(null, 204);
      if (open >= options.limits.streams) {
        c.header('Retry-After', '5');
        throw createRequestRefusal(
          503,
          `There are ${options.limits.streams} open streams, the most that this server holds.`,
        );
      }
      open += 1;
      world.onStreams?.(open);
      const stream = openEventStream(world, run.id, { from, isLive: query.live === 'true' }, c.req.raw.signal, () => {
        open -= 1;
        world.onStreams?.(open);
      });
      endWhenStalled(c, options.limits.stalledMs);
      return c.body(stream, 200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Proxies that gather answers pass this one on at once.
        'X-Accel-Buffering': 'no',
      });
    },
  );
}
