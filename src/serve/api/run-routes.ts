import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { listedStatuses } from '@/run/listed-status';
import type { ExecutionHead } from '@/run/runner';
import type { Access, ServeEnv } from '../access/access';
import { findServedRun } from '../served-runs';
import { conflict, createJsonAnswer, notFound, refusals, requireScope, runParams } from './answers';
import { apiSchemas } from './api-schemas';
import { type ApiWorld, buildRunDetail, buildRunJson } from './run-json';

/** Adds the routes that show runs. */
export function addRunRoutes(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options } = world;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs',
      operationId: 'listRuns',
      summary: 'The runs, newest first.',
      ...requireScope(access, 'read'),
      request: {
        query: z.object({
          workflow: z.string().optional(),
          status: z.enum(listedStatuses).optional(),
          after: z.string().optional().openapi({ description: 'Only runs that come after this one in the list.' }),
          limit: z.coerce.number().int().min(1).max(200).default(50).openapi({ example: 50 }),
        }),
      },
      responses: {
        ...refusals,
        200: createJsonAnswer(
          'Some of them. `next`, if there are more, is `after` of the next request.',
          z.object({ runs: z.array(apiSchemas.run).readonly(), next: z.string().nullable() }),
        ),
      },
    }),
    async (c) => {
      const { workflow, status, after, limit } = c.req.valid('query');
      const found = [];
      let next: string | null = null;
      for await (const head of walkHeadsAfter(options.stores.executions.heads(), after)) {
        if (workflow !== undefined && head.workflowId !== workflow) continue;
        const run = await buildRunJson(world, head);
        if (status !== undefined && run.status !== status) continue;
        if (found.length === limit) {
          next = found.at(-1)?.id ?? null;
          break;
        }
        found.push(run);
      }
      return c.json({ runs: found, next }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}',
      operationId: 'getRun',
      summary: 'The state of a run.',
      ...requireScope(access, 'read'),
      request: { params: runParams },
      responses: {
        ...refusals,
        ...notFound,
        200: createJsonAnswer('The run.', apiSchemas.runDetail),
      },
    }),
    async (c) => c.json(await buildRunDetail(world, c.req.valid('param').id), 200),
  );
  app.openapi(
    createRoute({
      method: 'delete',
      path: '/runs/{id}',
      operationId: 'removeRun',
      summary: 'Removes a run with everything that is stored for it. One that has not ended is cancelled first.',
      ...requireScope(access, 'admin'),
      request: { params: runParams },
      responses: { ...refusals, ...notFound, ...conflict, 204: { description: 'It is removed.' } },
    }),
    async (c) => {
      const { id } = await findServedRun(options, c.req.valid('param').id);
      await world.runs.host.remove([id]);
      return c.body(null, 204);
    },
  );
}

async function* walkHeadsAfter(pages: AsyncIterable<readonly ExecutionHead[]>, after: string | undefined) {
  let isAfter = after === undefined;
  for await (const heads of pages) {
    for (const head of heads) {
      if (isAfter) yield head;
      else isAfter = head.id === after;
    }
  }
}
