import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { isUnfinished } from '@/run/is-unfinished';
import type { ExecutionHead } from '@/run/runner';
import { tasksDone } from '@/run/tasks-done';
import { stateAt } from '@/storage/state-at';
import type { Access, ServeEnv } from '../access/access';
import { refusedRequest } from '../refused-request';
import { runOf } from '../served-runs';
import { conflict, notFound, refusals, scoped } from './answers';
import { apiSchemas } from './api-schemas';
import { endWhenStalled } from './end-when-stalled';
import { eventStream, streamStart } from './event-stream';
import { type ApiWorld, questionsOf, runJson } from './run-json';

/** The id of a run in a path. */
export const runParams = z.object({
  id: z
    .string()
    .max(200)
    .openapi({ param: { name: 'id', in: 'path' }, example: '20261122-045144-9f1c22ab' }),
});

const statuses = ['running', 'waiting', 'interrupted', 'completed', 'failed', 'cancelled'] as const;

/** Adds the routes that show runs, their events and questions, and that steer them. */
export function addRunRoutes(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  addLists(app, world, access);
  addEvents(app, world, access);
  addQuestions(app, world, access);
  addSteering(app, world, access);
}

function addLists(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options } = world;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs',
      operationId: 'listRuns',
      summary: 'The runs, newest first.',
      ...scoped(access, 'read'),
      request: {
        query: z.object({
          workflow: z.string().optional(),
          status: z.enum(statuses).optional(),
          after: z.string().optional().openapi({ description: 'Only runs that come after this one in the list.' }),
          limit: z.coerce.number().int().min(1).max(200).default(50).openapi({ example: 50 }),
        }),
      },
      responses: {
        ...refusals,
        200: {
          description: 'Some of them. `next`, if there are more, is `after` of the next request.',
          content: {
            'application/json': {
              schema: z.object({ runs: z.array(apiSchemas.run).readonly(), next: z.string().nullable() }),
            },
          },
        },
      },
    }),
    async (c) => {
      const { workflow, status, after, limit } = c.req.valid('query');
      const found = [];
      let next: string | null = null;
      for await (const head of headsAfter(options.stores.executions.heads(), after)) {
        if (workflow !== undefined && head.workflowId !== workflow) continue;
        const run = await runJson(world, head);
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
      ...scoped(access, 'read'),
      request: { params: runParams },
      responses: {
        ...refusals,
        ...notFound,
        200: { description: 'The run.', content: { 'application/json': { schema: apiSchemas.runDetail } } },
      },
    }),
    async (c) => c.json(await detailOf(world, c.req.valid('param').id), 200),
  );
  app.openapi(
    createRoute({
      method: 'delete',
      path: '/runs/{id}',
      operationId: 'removeRun',
      summary: 'Removes a run with everything that is stored for it. One that has not ended is cancelled first.',
      ...scoped(access, 'admin'),
      request: { params: runParams },
      responses: { ...refusals, ...notFound, ...conflict, 204: { description: 'It is removed.' } },
    }),
    async (c) => {
      const { id } = await runOf(options, c.req.valid('param').id);
      await elsewhereIsConflict(world.runs.host.remove([id]));
      return c.body(null, 204);
    },
  );
}

async function* headsAfter(pages: AsyncIterable<readonly ExecutionHead[]>, after: string | undefined) {
  let isAfter = after === undefined;
  for await (const heads of pages) {
    for (const head of heads) {
      if (isAfter) yield head;
      else isAfter = head.id === after;
    }
  }
}

async function detailOf(world: ApiWorld, id: string) {
  const run = await runOf(world.options, id);
  const state = await stateAt(world.options.stores, id);
  const { waits, questions, taskCount } = state;
  return {
    ...(await runJson(world, run)),
    tasks: { total: taskCount, done: tasksDone(state) },
    waits: waits.map((wait) => ({ ...wait })),
    questions: questions.size,
  };
}

const fromQuery = z.coerce
  .number()
  .int()
  .min(1)
  .default(1)
  .openapi({ description: 'Number of the first event.', example: 1 });

function addEvents(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options } = world;
  let open = 0;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/events',
      operationId: 'listEvents',
      summary: 'The events of a run so far.',
      ...scoped(access, 'read'),
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
        200: {
          description: 'Some of them, in order. `next`, if there are more, is `from` of the next request.',
          content: {
            'application/json': {
              schema: z.object({
                events: z.array(apiSchemas.event).readonly(),
                next: z.number().int().nullable(),
              }),
            },
          },
        },
      },
    }),
    async (c) => {
      const { id, lastSeq } = await runOf(options, c.req.valid('param').id);
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
      ...scoped(access, 'read'),
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
      const run = await runOf(options, c.req.valid('param').id);
      const lastEventId = c.req.header('last-event-id');
      const query = c.req.valid('query');
      const from = streamStart(lastEventId, query.from);
      if (lastEventId !== undefined && !isUnfinished(run.status) && from > run.lastSeq) return c.body(null, 204);
      if (open >= options.limits.streams) {
        c.header('Retry-After', '5');
        throw refusedRequest(503, `There are ${options.limits.streams} open streams, the most that this server holds.`);
      }
      open += 1;
      world.onStreams?.(open);
      const stream = eventStream(world, run.id, { from, isLive: query.live === 'true' }, c.req.raw.signal, () => {
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

function addQuestions(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
  const { options } = world;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{id}/questions',
      operationId: 'listQuestions',
      summary: 'What a run asks.',
      ...scoped(access, 'read'),
      request: { params: runParams },
      responses: {
        ...refusals,
        ...notFound,
        200: {
          description: 'The open questions, in the order in which they were asked.',
          content: {
            'application/json': { schema: z.object({ questions: z.array(apiSchemas.question).readonly() }) },
          },
        },
      },
    }),
    async (c) => {
      const { id } = await runOf(options, c.req.valid('param').id);
      return c.json({ questions: await questionsOf(world, id, await stateAt(options.stores, id)) }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/runs/{id}/answers',
      operationId: 'answerQuestion',
      summary: 'Answers a question of a run.',
      ...scoped(access, 'run'),
      request: {
        params: runParams,
        body: { required: true, content: { 'application/json': { schema: apiSchemas.answerBody } } },
      },
      responses: { ...refusals, ...notFound, ...conflict, 204: { description: 'The answer is taken.' } },
    }),
    async (c) => {
      const { id } = await runOf(options, c.req.valid('param').id);
      const { path, answer } = c.req.valid('json');
      await answerRun(world, id, path, answer);
      return c.body(null, 204);
    },
  );
}

/** Answers an open question. Errors: 404, 409; 400 if the question cannot take the answer. */
export async function answerRun({ options, runs }: ApiWorld, id: string, path: string, answer: unknown): Promise<void> {
  const { questions } = await stateAt(options.stores, id);
  if (!questions.has(path)) throw refusedRequest(404, 'The run does not ask this, or no longer.');
  if (!runs.host.isHere(id)) throw refusedRequest(409, 'The run is paused, or runs elsewhere.', 'Resume it first.');
  await runs.host.provideInput(id, path, typeof answer === 'string' ? answer : JSON.stringify(answer));
}

function addSteering(app: OpenAPIHono<ServeEnv>, world: ApiWorld, access: Access): void {
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
        ...scoped(access, 'run'),
        request: { params: runParams },
        responses: {
          ...refusals,
          ...notFound,
          ...conflict,
          200: {
            description: 'The run as it is now.',
            content: { 'application/json': { schema: apiSchemas.runDetail } },
          },
        },
      }),
      async (c) => {
        const { id } = await runOf(options, c.req.valid('param').id);
        if (verb === 'resume' && runs.isDraining) throw refusedRequest(503, 'The server is stopping.');
        await elsewhereIsConflict(runs.host[verb](id));
        return c.json(await detailOf(world, id), 200);
      },
    );
  }
}

/** What the host refuses because another process has the run is a conflict. */
async function elsewhereIsConflict(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && /running in/.test(error.message)) throw refusedRequest(409, error.message);
    throw error;
  }
}
