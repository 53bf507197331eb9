import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { isNestedDeeper, type Json, maxNesting } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { readStateAt } from '@/storage/state-at';
import type { Access, ServeEnv } from '../access/access';
import { createRequestRefusal } from '../refused-request';
import { findServedRun } from '../served-runs';
import { conflict, createJsonAnswer, notFound, refusals, requireScope, runParams } from './answers';
import { apiSchemas } from './api-schemas';
import { type ApiWorld, readQuestions } from './run-json';

/** Adds the routes that show what a run asks, and that answer it. */
export function addQuestionRoutes(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options } = world;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/questions',
      operationId: 'listQuestions',
      summary: 'What a run asks.',
      ...requireScope(access, 'read'),
      request: { params: runParams },
      responses: {
        ...refusals,
        ...notFound,
        200: createJsonAnswer(
          'The open questions, in the order in which they were asked.',
          z.object({ questions: z.array(apiSchemas.question).readonly() }),
        ),
      },
    }),
    async (c) => {
      const { id } = await findServedRun(options, c.req.valid('param').id);
      return c.json({ questions: await readQuestions(world, id, await readStateAt(options.stores, id)) }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/runs/{id}/answers',
      operationId: 'answerQuestion',
      summary: 'Answers a question of a run.',
      ...requireScope(access, 'run'),
      request: {
        params: runParams,
        body: { required: true, content: { 'application/json': { schema: apiSchemas.answerBody } } },
      },
      responses: { ...refusals, ...notFound, ...conflict, 204: { description: 'The answer is taken.' } },
    }),
    async (c) => {
      const { id } = await findServedRun(options, c.req.valid('param').id);
      const { path, answer } = c.req.valid('json');
      await answerRun(world, id, path, answer);
      return c.body(null, 204);
    },
  );
}

/** Answers an open question. Errors: 404, 409; 400 if the question cannot take the answer. */
export async function answerRun({ options, runs }: ApiWorld, id: string, path: string, answer: unknown): Promise<void> {
  if (isNestedDeeper(answer as Json, maxNesting)) throw createRequestRefusal(400, 'The answer is nested too deep.');
  const { questions } = await readStateAt(options.stores, id);
  if (!questions.has(path)) throw createRequestRefusal(404, 'The run does not ask this, or no longer.');
  if (!runs.host.isHere(id) && !runs.isShared)
    throw createRequestRefusal(409, 'The run is paused, or runs elsewhere.', 'Resume it first.');
  await runs.host.provideInput(id, path, typeof answer === 'string' ? answer : encodeJson(answer));
}
