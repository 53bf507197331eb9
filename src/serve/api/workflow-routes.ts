import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { notationFacts, notations } from '@/formats/notation';
import type { Access, ServeEnv } from '../access/access';
import { findServedTitle, type ReadServed } from '../input-schema';
import { createJsonAnswer, notFound, refusals, requireScope } from './answers';
import { apiSchemas } from './api-schemas';
import type { ApiWorld } from './run-json';

/** The name of a workflow in a path; a slash in it is written as %2F. */
export const workflowParams = z.object({
  name: z
    .string()
    .max(1000)
    .openapi({ param: { name: 'name', in: 'path' }, example: 'review.yaml' }),
});

const text = z.string();

/** Adds the routes that show the server and its workflows. */
export function addWorkflowRoutes(app: OpenAPIHono<ServeEnv>, { options, runs }: ApiWorld, access: Access): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/server',
      operationId: 'getServer',
      summary: 'The server, and what the token may do with it.',
      ...requireScope(access, 'read'),
      responses: {
        ...refusals,
        200: createJsonAnswer('The server.', apiSchemas.server),
      },
    }),
    (c) => {
      const { runs: most } = options.limits;
      return c.json(
        { version: options.version, scopes: [...c.get('scopes')], runs: { active: runs.active, most } },
        200,
      );
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/workflows',
      operationId: 'listWorkflows',
      summary: 'The workflows that are served.',
      ...requireScope(access, 'read'),
      responses: {
        ...refusals,
        200: createJsonAnswer('By name, in order.', z.object({ workflows: z.array(apiSchemas.workflow).readonly() })),
      },
    }),
    async (c) => c.json({ workflows: (await runs.workflows()).map(formatWorkflowJson) }, 200),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/workflows/{name}',
      operationId: 'getWorkflow',
      summary: 'A workflow and what it takes.',
      ...requireScope(access, 'read'),
      request: { params: workflowParams },
      responses: {
        ...refusals,
        ...notFound,
        200: createJsonAnswer('The workflow.', apiSchemas.workflow),
      },
    }),
    async (c) => c.json(formatWorkflowJson(await runs.workflow(c.req.valid('param').name)), 200),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/workflows/{name}/text',
      operationId: 'getWorkflowText',
      summary: 'The text of a workflow, as it is.',
      ...requireScope(access, 'read'),
      request: { params: workflowParams },
      responses: {
        ...refusals,
        ...notFound,
        200: {
          description: 'The text.',
          content: Object.fromEntries(
            notations.map((notation) => [
              notationFacts[notation].mime,
              // A text of this type is a value in its own right.
              { schema: notation === 'json' ? z.any() : text },
            ]),
          ),
        },
      },
    }),
    async (c) => {
      const served = await runs.workflow(c.req.valid('param').name);
      return c.body(served.text, 200, { 'Content-Type': `${notationFacts[served.notation].mime}; charset=utf-8` });
    },
  );
}

function formatWorkflowJson(served: ReadServed) {
  const { name, notation, updatedAt, inputs, read } = served;
  const { document } = read;
  return {
    name,
    title: findServedTitle(served, document),
    ...(document?.description === undefined ? {} : { description: document.description }),
    notation,
    updatedAt,
    runnable: document !== undefined,
    inputs,
  };
}
