import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { listOutputs } from '@/host/list-outputs';
import { type RecordedOutput, readWholeOutput } from '@/host/whole-output';
import { getNearestTaskPath } from '@/run/journal-path';
import type { Access, ServeEnv } from '../access/access';
import { findServedRun } from '../served-runs';
import { createJsonAnswer, notFound, refusals, requireScope, runParams } from './answers';
import { apiSchemas } from './api-schemas';
import { bytesAnswer, createByteAnswer } from './byte-answer';
import { type ApiWorld, readRunResult } from './run-json';

/** Adds the routes that give what a run made. */
export function addOutputRoutes(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options } = world;
  const { stores } = options;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/outputs',
      operationId: 'listOutputs',
      summary: 'The outputs of the tasks of a run, in the order in which they were completed.',
      ...requireScope(access, 'read'),
      request: { params: runParams },
      responses: {
        ...refusals,
        ...notFound,
        200: createJsonAnswer(
          'The outputs, without their content.',
          z.object({ outputs: z.array(apiSchemas.output).readonly() }),
        ),
      },
    }),
    async (c) => {
      const outputs = await listOutputs(stores, await findServedRun(options, c.req.valid('param').id));
      return c.json(
        {
          outputs: outputs.map(({ path, record, type, bytes, endedAt }) => {
            return {
              path,
              task: getNearestTaskPath(path),
              type,
              bytes,
              binary: record.capture?.binary === true,
              endedAt,
            };
          }),
        },
        200,
      );
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/output',
      operationId: 'getOutput',
      summary: 'One output whole.',
      ...requireScope(access, 'read'),
      request: {
        params: runParams,
        query: z.object({
          path: z.string().openapi({ description: 'Its path in the list; or of a task, whose last output is meant.' }),
        }),
      },
      responses: { ...refusals, ...notFound, ...bytesAnswer },
    }),
    async (c) => {
      const run = await findServedRun(options, c.req.valid('param').id);
      const { path } = c.req.valid('query');
      const outputs = await listOutputs(stores, run);
      const found = outputs.findLast((one) => one.path === path || getNearestTaskPath(one.path) === path);
      return streamOutput(c, world, run.id, found?.record);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/result',
      operationId: 'getResult',
      summary: 'The result of a run whole.',
      ...requireScope(access, 'read'),
      request: { params: runParams },
      responses: { ...refusals, ...notFound, ...bytesAnswer },
    }),
    async (c) => {
      const run = await findServedRun(options, c.req.valid('param').id);
      return streamOutput(c, world, run.id, run.status === 'completed' ? await readRunResult(world, run) : undefined);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/payloads/{ref}',
      operationId: 'getPayload',
      summary: 'A payload whole, by the `ref` of an event.',
      ...requireScope(access, 'read'),
      request: {
        params: runParams.extend({
          ref: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .openapi({ param: { name: 'ref', in: 'path' }, example: 'ab'.repeat(32) }),
        }),
      },
      responses: { ...refusals, ...notFound, ...bytesAnswer },
    }),
    async (c) => {
      const { id } = await findServedRun(options, c.req.valid('param').id);
      return createByteAnswer(c, options, await stores.blobs.stream(id, c.req.valid('param').ref), true);
    },
  );
  addFiles(app, world, access);
}

function addFiles(app: OpenAPIHono<ServeEnv>, { options }: ApiWorld, access: Access): void {
  const { stores } = options;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/files',
      operationId: 'listFiles',
      summary: 'The files of a run: those that it was given and those that it wrote.',
      ...requireScope(access, 'read'),
      request: { params: runParams },
      responses: {
        ...refusals,
        ...notFound,
        200: createJsonAnswer('Sorted by path.', z.object({ files: z.array(apiSchemas.file).readonly() })),
      },
    }),
    async (c) => {
      const { id } = await findServedRun(options, c.req.valid('param').id);
      const files = await stores.files.list(id);
      return c.json({ files: files.map(({ path, bytes }) => ({ path, bytes })) }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/file',
      operationId: 'getFile',
      summary: 'A file of a run.',
      ...requireScope(access, 'read'),
      request: { params: runParams, query: z.object({ path: z.string().openapi({ example: '/notes/a.md' }) }) },
      responses: { ...refusals, ...notFound, ...bytesAnswer },
    }),
    async (c) => {
      const { id } = await findServedRun(options, c.req.valid('param').id);
      const content = await stores.files.read(id, c.req.valid('query').path);
      return createByteAnswer(c, options, content && createOnePage(content), true);
    },
  );
}

async function* createOnePage(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

async function streamOutput(
  c: Context<ServeEnv>,
  { options }: ApiWorld,
  id: string,
  record: RecordedOutput | undefined,
) {
  const pages = record && (await readWholeOutput(options.stores.blobs, id, record));
  return createByteAnswer(c, options, pages, record?.capture?.binary === true);
}
