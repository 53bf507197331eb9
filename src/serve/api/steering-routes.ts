import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Access, ServeEnv } from '../access/access';
import { createRequestRefusal } from '../refused-request';
import { findServedRun } from '../served-runs';
import { conflict, createJsonAnswer, notFound, refusals, requireScope, runParams } from './answers';
import { apiSchemas } from './api-schemas';
import { type ApiWorld, buildRunDetail } from './run-json';

/** Adds the routes that pause, resume and cancel runs. */
export function addSteeringRoutes(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options, runs } = world;
  const ways = [
    { verb: 'pause', summary: 'Pauses a run: calls in flight are stopped, finished ones are kept.' },
    { verb: 'resume', summary: 'Resumes a run that was paused or interrupted.' },
    { verb: 'cancel', summary: 'Ends a run. What it has is kept.' },
  ] as const;
  for (const { verb, summary } of ways) {
    app.openapi(
      createRoute({
        method: 'post',
        path: `/runs/{id}/${verb}`,
        operationId: `${verb}Run`,
        summary,
        ...requireScope(access, 'run'),
        request: { params: runParams },
        responses: {
          ...refusals,
          ...notFound,
          ...conflict,
          200: createJsonAnswer('The run as it is now.', apiSchemas.runDetail),
        },
      }),
      async (c) => {
        const { id } = await findServedRun(options, c.req.valid('param').id);
        if (verb === 'resume' && runs.isDraining) throw createRequestRefusal(503, 'The server is stopping.');
        await runs.host[verb](id);
        return c.json(await buildRunDetail(world, id), 200);
      },
    );
  }
}
