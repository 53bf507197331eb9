import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isJsonObject, type JsonObject } from '@/base/json';
import { tryDecodeJson } from '@/base/json-text';
import { normalizeFilePath } from '@/workflow/file-path';
import type { FileContent } from '@/workflow/file-repository';
import { type Reuse, reuseSchema } from '@/workflow/reuse';
import type { Access, ServeEnv } from '../access/access';
import { labelPattern, mostLabels } from '../machines/labels';
import { createRequestRefusal } from '../refused-request';
import type { StartWish } from '../runs/plan-start';
import { findServedRun } from '../served-runs';
import { createJsonAnswer, keyHeader, notFound, refusals, requireScope, startRefusals } from './answers';
import { apiSchemas } from './api-schemas';
import { type ApiWorld, buildRunResultJson } from './run-json';
import { createStartedAnswer, readRequestKey } from './started-answer';
import { waitForRun } from './wait-for-run';
import { workflowParams } from './workflow-routes';

/** Longest wait for a result, in seconds; and the default. */
const waits = { longest: 3600, usual: 300 } as const;

const body = {
  content: {
    'application/json': { schema: apiSchemas.startBody },
    'multipart/form-data': { schema: apiSchemas.startForm },
  },
} as const;

/** Adds the routes that start runs. */
export function addStartRoutes(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options, runs } = world;
  const request = { params: workflowParams, headers: keyHeader, body };
  const startRun = async (c: Context<ServeEnv>, operation: string, name: string): Promise<string> => {
    const wish = await readWish(c.req);
    return runs.start(name, wish, readRequestKey(c, operation, { name, wish }));
  };
  app.openapi(
    createRoute({
      method: 'post',
      path: '/workflows/{name}/runs',
      operationId: 'startRun',
      summary: 'Starts a run.',
      ...requireScope(access, 'run'),
      request,
      responses: { ...notFound, ...startRefusals, 201: createJsonAnswer('It runs.', apiSchemas.run) },
    }),
    async (c) => {
      const id = await startRun(c, 'startRun', c.req.param('name'));
      return createStartedAnswer(c, world, id);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/workflows/{name}/result',
      operationId: 'runForResult',
      summary: 'Runs a workflow and waits for its result.',
      ...requireScope(access, 'run'),
      request: {
        ...request,
        query: z.object({
          wait: z.coerce.number().min(0).max(waits.longest).default(waits.usual).openapi({
            description: 'Longest wait, in seconds. The run continues after it.',
            example: 60,
          }),
        }),
      },
      responses: {
        ...refusals,
        ...notFound,
        409: startRefusals[409],
        413: startRefusals[413],
        200: createJsonAnswer('It completed.', apiSchemas.runResult),
        202: createJsonAnswer(
          'It has not ended: it waits for an answer, was paused, or needs more time.',
          apiSchemas.runResult,
        ),
        422: createJsonAnswer(
          'It failed or was cancelled (`run`), or the workflow cannot run as it is (`error`).',
          z.union([apiSchemas.runResult, apiSchemas.refusal]),
        ),
      },
    }),
    async (c) => {
      const id = await startRun(c, 'runForResult', c.req.param('name'));
      c.header('Location', `/api/v1/runs/${id}`);
      const signal = AbortSignal.any([c.req.raw.signal, runs.stopped]);
      await waitForRun(world, id, Number(c.req.valid('query').wait) * 1000, signal);
      const result = await buildRunResultJson(world, await findServedRun(options, id));
      const { status } = result.run;
      if (status === 'completed') return c.json(result, 200);
      return status === 'failed' || status === 'cancelled' ? c.json(result, 422) : c.json(result, 202);
    },
  );
}

/** Refuses bodies that are too large, whether they say so or not. */
export function createBodyLimit(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw createRequestRefusal(413, `The body is larger than ${bytes} bytes, the most that this server takes.`);
    },
  });
}

/** What a body asks for. Its form was checked by the route. */
async function readWish(request: HonoRequest): Promise<StartWish> {
  const type = request.header('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) return readFormWish(await request.parseBody({ all: true }));
  if (!/^application\/json\b/.test(type)) {
    // An empty body starts a run without inputs.
    if (type === '' && (request.header('content-length') ?? '0') === '0') return {};
    throw createRequestRefusal(415, 'A body of JSON or a form with files (multipart/form-data) is expected.');
  }
  const read = apiSchemas.startBody.safeParse(await request.json());
  if (!read.success) throw createRequestRefusal(400, 'The body does not fit.');
  const { inputs, model, labels, reuse, files = [] } = read.data;
  return { inputs: inputs as JsonObject | undefined, model, labels, reuse, files: files.map(readBodyFile) };
}

/** A file of a body. Error 400: it has text and base64, or neither. */
export function readBodyFile({
  path,
  text,
  base64,
}: {
  path: string;
  text?: string | undefined;
  base64?: string | undefined;
}): FileContent {
  if ((text === undefined) === (base64 === undefined)) {
    throw createRequestRefusal(400, 'A file has either text or base64.');
  }
  return {
    path: normalizeFilePath(path),
    content: Buffer.from(text ?? base64 ?? '', text === undefined ? 'base64' : 'utf8'),
  };
}

function parseFormReuse(value: unknown): Reuse {
  const reuse = reuseSchema.safeParse(value);
  if (!reuse.success) throw createRequestRefusal(400, 'The part reuse is all, continued or never.');
  return reuse.data;
}

async function readFormWish(form: Record<string, unknown>): Promise<StartWish> {
  const { inputs, model, labels, reuse, files = [], ...others } = form;
  if (Object.keys(others).length > 0)
    throw createRequestRefusal(400, 'A form has the parts inputs, model, labels, reuse and files.');
  return {
    inputs: inputs === undefined ? undefined : parseObject(inputs),
    model: typeof model === 'string' ? model : undefined,
    labels: typeof labels === 'string' ? parseFormLabels(labels) : undefined,
    reuse: reuse === undefined ? undefined : parseFormReuse(reuse),
    files: await readFormFiles(files),
  };
}

/** The files of a part of a form. Error 400: one of them is no file. */
export async function readFormFiles(files: unknown): Promise<readonly FileContent[]> {
  const given = (Array.isArray(files) ? files : [files]).map((one) => {
    if (!(one instanceof File)) throw createRequestRefusal(400, 'Each of files is a file with a name.');
    return one;
  });
  return Promise.all(
    given.map(async (one) => ({ path: normalizeFilePath(one.name), content: new Uint8Array(await one.arrayBuffer()) })),
  );
}

function parseFormLabels(text: string): readonly string[] {
  const labels = text.split(',').map((label) => label.trim());
  if (labels.length <= mostLabels && labels.every((label) => labelPattern.test(label))) return labels;
  throw createRequestRefusal(400, 'The part labels is not a list of labels.');
}

function parseObject(text: unknown): JsonObject {
  const value = tryDecodeJson(String(text));
  if (isJsonObject(value)) return value;
  throw createRequestRefusal(400, 'The part inputs is not an object in JSON.');
}
