import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { defined } from '@/base/defined';
import { AppError, toFailure } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { roundWholeNumbers } from '@/base/rounded-json';
import { answerRun } from '../api/question-routes';
import { type ApiWorld, buildRunResultJson } from '../api/run-json';
import { waitForRun } from '../api/wait-for-run';
import { findServedTitle, type ReadServed } from '../input-schema';
import { findServedRun } from '../served-runs';
import { buildArgumentsSchema, readToolArguments } from './file-arguments';

/** How long a call of a tool waits for its run, in ms. The run goes on after it. */
const waitMs = 600_000;

/** How often a caller is told that the run goes on, in ms. */
const progressMs = 5000;

/** Answers requests of the Model Context Protocol over HTTP. */
export function createHandlerOfMcp(world: ApiWorld): (request: Request) => Promise<Response> {
  const { log, limits } = world.options;
  const handler = createMcpHandler(() => createMcpServer(world), {
    onerror: () => log.warn({}, 'A request of the Model Context Protocol was refused.'),
    maxRequestBodySize: limits.bodyBytes,
  });
  return (request) => handler.fetch(request);
}

/** A server whose tools are the workflows, and three more to go on with a run that takes long or asks. */
export async function createMcpServer(world: ApiWorld): Promise<McpServer> {
  const { options, runs } = world;
  const server = new McpServer({ name: 'heddle', version: options.version });
  const taken = new Set<string>(ownTools);
  for (const served of await runs.workflows()) {
    if (served.read.document === undefined) continue;
    const name = createToolName(served.name, taken);
    taken.add(name);
    server.registerTool(
      name,
      {
        title: findServedTitle(served, served.read.document),
        description: formatDescription(served),
        inputSchema: fromJsonSchema<JsonObject>(roundWholeNumbers(buildArgumentsSchema(served))),
      },
      (given, context) =>
        answerErrors(async () => {
          const id = await runs.start(served.name, readToolArguments(served, given));
          return answerAfterWait(world, id, context);
        }),
    );
  }
  const run = z.string().describe('The id of a run.');
  server.registerTool(
    'heddle_run',
    { description: 'Waits for a run that was started, and gives its result.', inputSchema: z.object({ run }) },
    ({ run: id }, context) => answerErrors(() => answerAfterWait(world, id, context)),
  );
  server.registerTool(
    'heddle_answer',
    {
      description: 'Answers a question that a run asks, then waits for the run.',
      inputSchema: z.object({
        run,
        path: z.string().describe('The path of the question.'),
        answer: z
          .union([z.string(), z.record(z.string(), z.unknown())])
          .describe('A text, or an object of the fields.'),
      }),
    },
    ({ run: id, path, answer }, context) =>
      answerErrors(async () => {
        await findServedRun(options, id);
        await answerRun(world, id, path, answer);
        return answerAfterWait(world, id, context);
      }),
  );
  server.registerTool(
    'heddle_cancel',
    { description: 'Ends a run. What it has is kept.', inputSchema: z.object({ run }) },
    ({ run: id }) =>
      answerErrors(async () => {
        await findServedRun(options, id);
        await runs.host.cancel(id);
        return createAnswer({ run: id, status: 'cancelled' });
      }),
  );
  return server;
}

const ownTools = ['heddle_run', 'heddle_answer', 'heddle_cancel'] as const;

interface ToolAnswer {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError?: boolean;
  // The library reads this as an open object.
  readonly [key: string]: unknown;
}

interface CallContext {
  readonly mcpReq: {
    readonly signal: AbortSignal;
    readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
    notify(notification: {
      method: 'notifications/progress';
      params: { progressToken: string | number; progress: number; message: string };
    }): Promise<void>;
  };
}

/** Waits for a run, telling the caller that it goes on, and gives what there is then. */
async function answerAfterWait(world: ApiWorld, id: string, { mcpReq }: CallContext): Promise<ToolAnswer> {
  const { options, runs } = world;
  await findServedRun(options, id);
  const token = mcpReq._meta?.progressToken;
  let told = 0;
  const timer =
    token === undefined
      ? undefined
      : setInterval(() => {
          told += 1;
          const params = { progressToken: token, progress: told, message: `Run ${id} continues.` };
          mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
        }, progressMs);
  try {
    await waitForRun(world, id, waitMs, AbortSignal.any([mcpReq.signal, runs.stopped]));
  } finally {
    clearInterval(timer);
  }
  const { run, result, whole, questions, error } = await buildRunResultJson(world, await findServedRun(options, id));
  if (run.status === 'completed') {
    const more = whole ? '' : `\n\nThis is the start of it. All of it: GET /api/v1/runs/${id}/result.`;
    return { content: [{ type: 'text', text: `${result ?? ''}${more}` }] };
  }
  if (run.status === 'failed' || run.status === 'cancelled') {
    return { ...createAnswer({ run: id, status: run.status, error: error ?? null }), isError: true };
  }
  const advice =
    questions.length > 0 ? 'Answer with heddle_answer.' : 'Call heddle_run with this run to wait for its result.';
  return createAnswer({ run: id, status: run.status, questions: questions as unknown as Json, advice });
}

function createAnswer(value: JsonObject): ToolAnswer {
  return { content: [{ type: 'text', text: encodeJson(value) }] };
}

/** What a person or a model can mend is the answer of the tool; a bug is not told. */
async function answerErrors(work: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) return { ...createAnswer({ error: 'Something failed here.' }), isError: true };
    const { message, advice, details } = toFailure(error);
    return {
      ...createAnswer({
        error: message,
        ...defined({ advice, problems: details?.['problems'] === undefined ? undefined : details['problems'] }),
      }),
      isError: true,
    };
  }
}

/** The name of a tool: letters, digits, `_` and `-`, at most 64, as models take them. */
function createToolName(name: string, taken: ReadonlySet<string>): string {
  const plain =
    name
      .replace(/\.[a-z]+$/i, '')
      .replace(/[^\w-]+/g, '_')
      .slice(0, 60) || 'workflow';
  let free = plain;
  for (let n = 2; taken.has(free); n += 1) free = `${plain}_${n}`;
  return free;
}

function formatDescription(served: ReadServed): string {
  const { document } = served.read;
  return document?.description ?? `Runs the workflow ${findServedTitle(served, document)}.`;
}
