import type { Context, ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk/node';
import { z } from 'zod';
import { AppError, toFailure } from '@/base/errors';
import { failureSchema } from '@/base/failure-schema';
import type { Json } from '@/base/json';
import { type MachineWork, NotHereError } from '../machines/run-machines';
import type { Restate } from './load-restate';

const bases = { runs: 'HeddleRuns', effects: 'HeddleEffects' } as const;

/** The names under which Restate knows what machines with these labels do. */
export function buildServiceNames(labels: readonly string[]) {
  const end = [...new Set(labels)]
    .toSorted()
    .map((label) => `.${label}`)
    .join('');
  return { runs: `${bases.runs}${end}`, effects: `${bases.effects}${end}` };
}

/** The labels in the name of a service that runs runs; undefined: it is another one. */
export function parseServiceLabels(name: string): readonly string[] | undefined {
  const [base, ...labels] = name.split('.');
  return base === bases.runs ? labels : undefined;
}

/** How long the answer to an effect waits for the machine that runs its run, in ms. */
const answerMs = 3_600_000;

/** How long the machine that runs a run may take to do what it is told, in ms. */
export const commandMs = 20_000;

/** Restate would end what says nothing for a while. A run and a call take as long as they take. */
const unbounded = { inactivityTimeout: { days: 365 }, abortTimeout: { days: 365 } } as const;

/** What failed on one machine is tried again until one succeeds. */
const untilDone = { initialInterval: 100, maxInterval: 2000, exponentiationFactor: 2, maxAttempts: 1_000_000 } as const;

/** It was read as JSON, so it is; its receiver made it. */
const json = z.custom<Json>((value) => value !== undefined);
const commandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['cancel', 'pause', 'compact']) }),
  z.object({ kind: z.literal('restore'), tasks: z.array(z.string()) }),
  z.object({ kind: z.literal('answer'), path: z.string(), answer: z.string() }),
]);
const ownSchema = z.object({ after: z.int().nonnegative() });
const toldSchema = z.object({ command: commandSchema, reply: z.string() });
const effectSchema = z.object({
  kind: z.enum(['model', 'script']),
  executionId: z.string().min(1),
  labels: z.array(z.string()),
  key: z.string().min(1),
  input: json,
});

/** How something ended. */
export const endSchema = z.union([z.strictObject({ value: json }), z.strictObject({ failure: failureSchema })]);
type End = z.infer<typeof endSchema>;

/**
 * What a machine does, as Restate calls it. A run is a virtual object under its id: one machine at a time is in `own`.
 * Restate's journal has only what it is told, so that our log stays the only truth of a run.
 * Source: docs.restate.dev, services, handlers, and external events.
 */
export function createRestateServices({ sdk }: Restate, work: MachineWork, labels: readonly string[]) {
  const names = buildServiceNames(labels);
  const { RestatePromise, TerminalError, TimeoutError, handlers } = sdk;
  /** What does not fit is refused for good. */
  const parseInput = <T>(schema: z.ZodType<T>, input: unknown): T => {
    const read = schema.safeParse(input);
    if (read.success) return read.data;
    throw new TerminalError('This is nothing that Heddle sends.', { errorCode: 400 });
  };
  const ownRun = async (ctx: ObjectContext, input: unknown): Promise<void> => {
    const { after } = parseInput(ownSchema, input);
    const { id, attemptCompletedSignal } = ctx.request();
    ctx.set('owner', id);
    const over = ctx.run('own', () => work.own(ctx.key, after, attemptCompletedSignal));
    for (;;) {
      const told = await RestatePromise.race([over.map(() => undefined), ctx.signal<unknown>('command')]);
      if (told === undefined) break;
      const { command, reply } = parseInput(toldSchema, told);
      const end = await ctx.run('command', () =>
        captureEnd(async () => (await work.command(ctx.key, command)) ?? null),
      );
      ctx.resolveAwakeable(reply, end);
    }
    await over;
    ctx.clear('owner');
  };
  const sendCommand = async (ctx: ObjectSharedContext, input: unknown): Promise<End> => {
    const owner = await ctx.get<string>('owner');
    if (owner === null) return silent;
    const { id: reply, promise } = ctx.awakeable<End>();
    ctx
      .invocation(sdk.InvocationIdParser.fromString(owner))
      .signal('command')
      .resolve({ command: parseInput(commandSchema, input), reply });
    try {
      return await promise.orTimeout(commandMs);
    } catch (error) {
      if (error instanceof TimeoutError) return silent;
      throw error;
    }
  };
  const perform = async (ctx: Context, input: unknown): Promise<End> => {
    const { attemptCompletedSignal } = ctx.request();
    const effect = parseInput(effectSchema, input);
    return captureEnd(() => work.perform(effect, attemptCompletedSignal), attemptCompletedSignal);
  };
  const runs = sdk.object({
    name: names.runs,
    handlers: {
      own: handlers.object.exclusive(
        { ...unbounded, retryPolicy: untilDone, idempotencyRetention: 0, journalRetention: 0 },
        ownRun,
      ),
      command: handlers.object.shared({ retryPolicy: untilDone, journalRetention: 0 }, sendCommand),
    },
  });
  const effects = sdk.service({
    name: names.effects,
    handlers: {
      perform: handlers.handler(
        { ...unbounded, retryPolicy: untilDone, idempotencyRetention: answerMs, journalRetention: 0 },
        perform,
      ),
    },
  });
  return { runs, effects };
}

/** What machines do, as it is called through Restate. */
export type RestateHandlers = ReturnType<typeof createRestateServices>;

const silent: End = {
  failure: toFailure(
    new AppError('VALIDATION_ERROR', 'The machine that runs this run does not answer.', {
      advice: 'Try again.',
      details: { reason: 'run_elsewhere' },
    }),
  ),
};

/** How `work` ends, as data. What another machine, or a later try, may do better is thrown. */
async function captureEnd(work: () => Promise<Json>, ended?: AbortSignal): Promise<End> {
  try {
    return { value: await work() };
  } catch (error) {
    if (ended?.aborted === true || error instanceof NotHereError || isOfStorage(error)) throw error;
    return { failure: toFailure(error) };
  }
}

const isOfStorage = (error: unknown) =>
  error instanceof AppError && (error.code === 'STORAGE_FAILED' || error.code === 'STORAGE_FULL');
