import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { JsonObject } from '@/base/json';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import type { Access, ServeEnv } from '../access/access';
import { createRequestRefusal } from '../refused-request';
import { keepSentRun } from '../runs/sent-runs';
import { findServedRun } from '../served-runs';
import {
  conflict,
  createJsonAnswer,
  keyHeader,
  notFound,
  refusals,
  refusedBodies,
  requireScope,
  runParams,
  startRefusals,
} from './answers';
import { apiSchemas } from './api-schemas';
import { bytesAnswer, createByteAnswer } from './byte-answer';
import type { ApiWorld } from './run-json';
import { readBodyFile, readFormFiles } from './start-routes';
import { createStartedAnswer, readRequestKey } from './started-answer';

/**
 * Adds the routes by which workflows and runs come from elsewhere and go there. What comes may use whatever the server
 * may, such as its keys and secrets, so this is for its owner alone.
 */
export function addSentRoutes(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options, runs } = world;
  const { stores } = options;
  app.openapi(
    createRoute({
      method: 'post',
      path: '/runs',
      operationId: 'startSentRun',
      summary: 'Starts a run of a workflow that comes along. Nothing of it is written into the folder.',
      ...requireScope(access, 'admin'),
      request: {
        headers: keyHeader,
        body: { required: true, content: { 'application/json': { schema: apiSchemas.sentBody } } },
      },
      responses: { ...startRefusals, 201: createJsonAnswer('It runs.', apiSchemas.run) },
    }),
    async (c) => {
      const { inputs, model, labels, reuse, targets, files = [], ...sent } = c.req.valid('json');
      const wish = {
        inputs: inputs as JsonObject | undefined,
        model,
        labels,
        reuse,
        targets,
        files: files.map(readBodyFile),
      };
      const key = readRequestKey(c, 'startSentRun', { sent, wish });
      const id = await runs.startSent(sent, wish, key);
      return createStartedAnswer(c, world, id);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/runs/{id}/forks',
      operationId: 'forkRun',
      summary: 'Starts a run that takes what still holds from this one, with its files, and asks only for the rest.',
      ...requireScope(access, 'admin'),
      request: {
        params: runParams,
        headers: keyHeader,
        body: { required: true, content: { 'application/json': { schema: apiSchemas.forkBody } } },
      },
      responses: { ...notFound, ...startRefusals, 201: createJsonAnswer('It runs.', apiSchemas.run) },
    }),
    async (c) => {
      const { workflow, files = [], ...wish } = c.req.valid('json');
      if (workflow === undefined && (wish.holds || wish.targets || wish.inputs)) {
        throw createRequestRefusal(400, 'The fields holds, targets and inputs need the field workflow.');
      }
      if (workflow !== undefined && wish.edits !== undefined) {
        throw createRequestRefusal(400, 'The field edits is for a fork with the plan of its run.');
      }
      const source = c.req.valid('param').id;
      const asked = { ...wish, files: files.map(readBodyFile) };
      const key = readRequestKey(c, 'forkRun', { source, workflow, asked });
      const id = await runs.fork(source, workflow, asked, key);
      return createStartedAnswer(c, world, id);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/runs/archive',
      operationId: 'sendRun',
      summary: 'Takes in a run from elsewhere. One that had not ended is paused.',
      ...requireScope(access, 'admin'),
      request: { body: { required: true, content: { 'multipart/form-data': { schema: apiSchemas.archiveForm } } } },
      responses: { ...refusals, ...conflict, ...refusedBodies, 201: createJsonAnswer('It is here.', apiSchemas.run) },
    }),
    async (c) => {
      if (runs.isDraining) throw createRequestRefusal(503, 'The server is stopping.', 'Try again later.');
      const form = apiSchemas.archiveForm.safeParse(await c.req.parseBody({ all: true }));
      if (!form.success)
        throw createRequestRefusal(400, 'A form with the parts name, archive, id and files is expected.');
      const { name, archive, id, files = [] } = form.data;
      if (!(archive instanceof File)) throw createRequestRefusal(400, 'The part archive is the file of a run.');
      const run = await keepSentRun(options, { name, id, pages: archive.stream(), files: await readFormFiles(files) });
      return createStartedAnswer(c, world, run.id);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/archive',
      operationId: 'getArchive',
      summary: 'A run as a file: its plan, its events so far, and their payloads.',
      ...requireScope(access, 'read'),
      request: {
        params: runParams,
        query: z.object({ payloads: z.enum(['true', 'false']).default('true') }),
      },
      responses: { ...refusals, ...notFound, ...bytesAnswer },
    }),
    async (c) => {
      const { id } = await findServedRun(options, c.req.valid('param').id);
      const payloads = c.req.valid('query').payloads === 'true';
      return createByteAnswer(c, options, writeRunFile(stores, id, { payloads, secrets: [] }), true);
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/plan',
      operationId: 'getPlan',
      summary: 'The plan of a run, by which its events are read.',
      ...requireScope(access, 'read'),
      request: { params: runParams },
      responses: { ...refusals, ...notFound, 200: createJsonAnswer('The plan.', apiSchemas.plan) },
    }),
    async (c) => {
      const { plan } = await findServedRun(options, c.req.valid('param').id);
      return c.json(plan as unknown as JsonObject, 200);
    },
  );
}
