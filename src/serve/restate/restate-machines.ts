import { z } from 'zod';
import { createCancelledError } from '@/base/cancelled';
import { AppError, fromFailure } from '@/base/errors';
import type { Json } from '@/base/json';
import { findSmallestFit } from '../machines/labels';
import type { RunMachines, SharedRun, SpreadEffect } from '../machines/run-machines';
import { createRequestRefusal } from '../refused-request';
import { describeLoggedError } from '../serve-log';
import { createLastingFetch } from './lasting-fetch';
import { loadRestate } from './load-restate';
import { pauses, sleepUnlessAborted } from './patience';
import { RestateEndpoint, type RestateOptions } from './restate-endpoint';
import { buildServiceNames, commandMs, endSchema, parseServiceLabels, type RestateHandlers } from './restate-services';

/** How long what Restate told of the machines is believed, in ms. */
const knownMs = 2000;

const servicesSchema = z.object({ services: z.array(z.object({ name: z.string() })) });

/** How often an effect that Restate gave up is sent again. */
const maxSends = 5;

/**
 * Machines that Restate brings together. Each serves what it does to Restate, which calls one of them, and another if
 * that fails. Error `VALIDATION_ERROR` if its packages are not installed.
 */
export async function createRestateMachines(options: RestateOptions): Promise<RunMachines> {
  const { ingress: url, admin, patienceMs, log } = options;
  const restate = await loadRestate();
  const { SendOpts, Opts, HttpCallError, connect } = restate.clients;
  const retry = { maxAttempts: false, maxDuration: patienceMs, initialInterval: pauses.first } as const;
  const ingress = connect({ url, retry, fetch: createLastingFetch() });
  const getRunsService = ({ labels = [] }: SharedRun): RestateHandlers['runs'] => ({
    name: buildServiceNames(labels).runs,
  });
  const getEffectsService = ({ labels }: SpreadEffect): RestateHandlers['effects'] => ({
    name: buildServiceNames(labels).effects,
  });
  const endpoint = new RestateEndpoint(restate, options);
  let known: { readonly groups: readonly (readonly string[])[]; readonly until: number } | undefined;

  /** What Restate says about a request itself, not about the way to it. */
  const isVerdict = (error: unknown) =>
    error instanceof HttpCallError && (error.status < 500 || /"source":"invocation"/.test(error.responseText));

  /** The labels of each group of machines that Restate knows. Error 503. */
  async function groups(): Promise<readonly (readonly string[])[]> {
    if (known !== undefined && performance.now() < known.until) return known.groups;
    try {
      const answer = await fetch(`${admin}/services`, {
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      const { services } = servicesSchema.parse(await answer.json());
      const found = services.map(({ name }) => parseServiceLabels(name)).filter((labels) => labels !== undefined);
      known = { groups: found, until: performance.now() + knownMs };
      return found;
    } catch (error) {
      log.warn(describeLoggedError(error), 'Restate does not tell which machines there are.');
      throw createUnreachableError();
    }
  }

  /** Asks the machine that performs an effect to stop. Never rejects. */
  async function stopEffect(effect: SpreadEffect, key: string): Promise<void> {
    try {
      const { invocationId } = await ingress
        .serviceSendClient(getEffectsService(effect))
        .perform(effect, SendOpts.from({ idempotencyKey: key, timeout: patienceMs }));
      await fetch(`${admin}/invocations/${invocationId}/kill`, {
        method: 'PATCH',
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
    } catch (error) {
      log.warn(describeLoggedError(error), 'An effect could not be stopped.');
    }
  }

  async function performPatiently(effect: SpreadEffect, signal: AbortSignal, isLeft: () => boolean): Promise<Json> {
    let sends = 0;
    for (let pause: number = pauses.first; ; pause = Math.min(2 * pause, pauses.most)) {
      const key = sends === 0 ? effect.key : `${effect.key}-${sends}`;
      try {
        const end = await ingress
          .serviceClient(getEffectsService(effect))
          .perform(effect, Opts.from({ idempotencyKey: key, signal }));
        return readEndValue(end);
      } catch (error) {
        if (signal.aborted) {
          if (!isLeft()) void stopEffect(effect, key);
          throw createCancelledError('The call');
        }
        if (error instanceof AppError) throw error;
        if (isVerdict(error) && (error as { status: number }).status !== 404) {
          // It was stopped by a machine that ran the run before, or given up.
          sends += 1;
          if (sends > maxSends) throw new AppError('INTERNAL', 'Restate gave up an effect.', { cause: error });
        } else {
          log.warn(describeLoggedError(error), 'Restate does not answer. An effect is asked for again.');
        }
      }
      await sleepUnlessAborted(pause, signal);
    }
  }

  return {
    join: (work) => endpoint.open(work),
    fit: async (labels) => {
      const found = findSmallestFit(labels, await groups());
      if (found !== undefined) return found;
      // Restate may not know the machines yet, which has to be waited for.
      if (labels.length === 0) return [];
      throw createRequestRefusal(422, `No machine has all of the labels ${labels.join(', ')}.`);
    },
    own: async (run, after) => {
      const { id } = run;
      const until = Date.now() + patienceMs;
      for (;;) {
        try {
          await ingress
            .objectSendClient(getRunsService(run), id)
            .own({ after }, SendOpts.from({ idempotencyKey: `${id}-${after}`, timeout: patienceMs }));
          return;
        } catch (error) {
          // Until Restate knows the machines, it knows no such service.
          const isUnknown = error instanceof HttpCallError && error.status === 404;
          if (!isUnknown || Date.now() > until) {
            log.warn(describeLoggedError(error), 'Restate does not take a run.');
            throw createUnreachableError();
          }
        }
        await sleepUnlessAborted(pauses.first, endpoint.closed);
      }
    },
    command: async (run, command) => {
      let end: unknown;
      try {
        end = await ingress
          .objectClient(getRunsService(run), run.id)
          .command(command, Opts.from({ timeout: commandMs + patienceMs }));
      } catch (error) {
        log.warn(describeLoggedError(error), 'Restate does not take a command.');
        throw createUnreachableError();
      }
      readEndValue(end);
    },
    perform: performPatiently,
    retire: () => endpoint.retire(),
    leave: async () => endpoint.close(),
  };
}

const createUnreachableError = () =>
  createRequestRefusal(503, 'Restate cannot be reached, so nothing can be run now.', 'Try again later.');

/** What an end gives. Its failure is thrown. */
function readEndValue(answer: unknown): Json {
  const end = endSchema.safeParse(answer);
  if (!end.success) throw new AppError('INTERNAL', 'Another machine gave an answer of another form.');
  if ('failure' in end.data) throw fromFailure(end.data.failure);
  return end.data.value;
}
