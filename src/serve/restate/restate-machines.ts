import { createServer, type ServerHttp2Session } from 'node:http2';
import { z } from 'zod';
import { cancelled } from '@/base/cancelled';
import { AppError, fromFailure } from '@/base/errors';
import type { Json } from '@/base/json';
import { smallestFit } from '../machines/labels';
import type { MachineWork, RunMachines, SharedRun, SpreadEffect } from '../machines/run-machines';
import { refusedRequest } from '../refused-request';
import { loggedError, type ServeLog } from '../serve-log';
import { loadRestate } from './load-restate';
import type { RestateAddress } from './restate-address';
import { endSchema, labelsOfService, type RestateHandlers, restateServices, serviceNames } from './restate-services';

/** How this machine and Restate find each other. */
export interface RestateOptions extends RestateAddress {
  /** Where this machine listens for Restate. Port 0: any that is free. */
  readonly host: string;
  readonly port: number;
  /** Where Restate reaches the machines: a balancer before them; undefined: this machine, as it listens. */
  readonly machines: string | undefined;
  /** Keys by which a request is known to come from Restate; empty: whoever reaches the port is believed. */
  readonly identityKeys: readonly string[];
  /** What this machine has that runs may ask for. Machines behind one address have the same. */
  readonly labels: readonly string[];
  readonly log: ServeLog;
}

/** How long a request that Restate does not take is tried again, in ms. */
const patienceMs = 15_000;

/** Between tries, in ms. */
const pauses = { first: 100, most: 5000 } as const;

/** Most characters of what Restate says that are logged. */
const maxSaid = 500;

/** How long what Restate told of the machines is believed, in ms. */
const knownMs = 2000;

const servicesSchema = z.object({ services: z.array(z.object({ name: z.string() })) });

/** How often an effect that Restate gave up is sent again. */
const maxSends = 5;

/**
 * Machines that Restate brings together. Each serves what it does to Restate, which calls one of them, and another if
 * that fails. Error `VALIDATION_ERROR` if its packages are not installed.
 */
export async function restateMachines(options: RestateOptions): Promise<RunMachines> {
  const { ingress: url, admin, host, port, log } = options;
  const restate = await loadRestate();
  const { SendOpts, Opts, HttpCallError, connect } = restate.clients;
  const retry = { maxAttempts: false, maxDuration: patienceMs, initialInterval: pauses.first } as const;
  const ingress = connect({ url, retry });
  const runsOf = ({ labels = [] }: SharedRun): RestateHandlers['runs'] => ({ name: serviceNames(labels).runs });
  const effectsOf = ({ labels }: SpreadEffect): RestateHandlers['effects'] => ({ name: serviceNames(labels).effects });
  const gone = new AbortController();
  const sessions = new Set<ServerHttp2Session>();
  let server: ReturnType<typeof createServer> | undefined;
  let isRetired = false;
  let known: { readonly groups: readonly (readonly string[])[]; readonly until: number } | undefined;

  /** What Restate says about a request itself, not about the way to it. */
  const isVerdict = (error: unknown) =>
    error instanceof HttpCallError && (error.status < 500 || /"source":"invocation"/.test(error.responseText));

  async function listen(work: MachineWork): Promise<string> {
    const { runs, effects } = restateServices(restate, work, options.labels);
    const { identityKeys } = options;
    const handle = restate.sdk.createEndpointHandler({
      services: [runs, effects],
      ...(identityKeys.length === 0 ? {} : { identityKeys: [...identityKeys] }),
      logger: ({ level }, message) => {
        if (level === 'error' && !gone.signal.aborted) log.warn({ error: loggedError(message) }, 'restate');
      },
    });
    const listening = createServer((request, response) => {
      if (!isRetired) return handle(request, response);
      // Restate tries again, and comes to another machine.
      response.writeHead(503);
      response.end();
    });
    server = listening;
    listening.on('session', (session) => {
      sessions.add(session);
      session.once('close', () => sessions.delete(session));
    });
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject);
      listening.listen(port, host, () => {
        listening.off('error', reject);
        resolve();
      });
    });
    const place = listening.address();
    const bound = typeof place === 'object' && place !== null ? place.port : port;
    return options.machines ?? `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  }

  /** The labels of each group of machines that Restate knows. Error 503. */
  async function groups(): Promise<readonly (readonly string[])[]> {
    if (known !== undefined && performance.now() < known.until) return known.groups;
    try {
      const answer = await fetch(`${admin}/services`, { signal: AbortSignal.timeout(patienceMs) });
      const { services } = servicesSchema.parse(await answer.json());
      const found = services.map(({ name }) => labelsOfService(name)).filter((labels) => labels !== undefined);
      known = { groups: found, until: performance.now() + knownMs };
      return found;
    } catch (error) {
      log.warn(loggedError(error), 'Restate does not tell which machines there are.');
      throw refusedRequest(503, 'Nobody can run this now: Restate cannot be reached.', 'Try again later.');
    }
  }

  /** Tells Restate of the machines, until it knows. */
  async function register(uri: string): Promise<void> {
    for (let pause: number = pauses.first; !gone.signal.aborted; pause = Math.min(2 * pause, pauses.most)) {
      try {
        const answer = await fetch(`${admin}/deployments`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          // A machine of a newer version takes the place of those before it, at the same address.
          body: JSON.stringify({ uri, force: true }),
          signal: AbortSignal.any([gone.signal, AbortSignal.timeout(patienceMs)]),
        });
        if (answer.ok) return log.info({ machines: uri }, 'Restate knows the machines.');
        const said = (await answer.text()).slice(0, maxSaid);
        log.warn({ machines: uri, status: answer.status, said }, 'Restate does not take the machines yet.');
      } catch (error) {
        if (gone.signal.aborted) return;
        log.warn({ machines: uri, ...loggedError(error) }, 'Restate cannot be reached yet.');
      }
      await sleep(pause, gone.signal);
    }
  }

  /** Asks the machine that performs an effect to stop. Never rejects. */
  async function stop(effect: SpreadEffect, key: string): Promise<void> {
    try {
      const { invocationId } = await ingress
        .serviceSendClient(effectsOf(effect))
        .perform(effect, SendOpts.from({ idempotencyKey: key }));
      await fetch(`${admin}/invocations/${invocationId}/kill`, {
        method: 'PATCH',
        signal: AbortSignal.timeout(patienceMs),
      });
    } catch (error) {
      log.warn(loggedError(error), 'An effect could not be stopped.');
    }
  }

  async function performed(effect: SpreadEffect, signal: AbortSignal, isLeft: () => boolean): Promise<Json> {
    let sends = 0;
    for (let pause: number = pauses.first; ; pause = Math.min(2 * pause, pauses.most)) {
      const key = sends === 0 ? effect.key : `${effect.key}-${sends}`;
      try {
        const end = await ingress
          .serviceClient(effectsOf(effect))
          .perform(effect, Opts.from({ idempotencyKey: key, signal }));
        return valueOfEnd(end);
      } catch (error) {
        if (signal.aborted) {
          if (!isLeft()) void stop(effect, key);
          throw cancelled('The call');
        }
        if (error instanceof AppError) throw error;
        if (isVerdict(error) && (error as { status: number }).status !== 404) {
          // It was stopped by a machine that ran the run before, or given up.
          sends += 1;
          if (sends > maxSends) throw new AppError('INTERNAL', 'Restate gave up an effect.', { cause: error });
        } else {
          log.warn(loggedError(error), 'Restate does not answer. An effect is asked for again.');
        }
      }
      await sleep(pause, signal);
    }
  }

  return {
    join: async (work) => {
      const uri = await listen(work);
      void register(uri);
    },
    fit: async (labels) => {
      const found = smallestFit(labels, await groups());
      if (found !== undefined) return found;
      // Restate may not know the machines yet, which has to be waited for.
      if (labels.length === 0) return [];
      throw refusedRequest(422, `No machine has all of the labels ${labels.join(', ')}.`);
    },
    own: async (run, after) => {
      const { id } = run;
      const until = Date.now() + patienceMs;
      for (;;) {
        try {
          await ingress
            .objectSendClient(runsOf(run), id)
            .own({ after }, SendOpts.from({ idempotencyKey: `${id}-${after}` }));
          return;
        } catch (error) {
          // Until Restate knows the machines, it knows no such service.
          const isUnknown = error instanceof HttpCallError && error.status === 404;
          if (!isUnknown || Date.now() > until) {
            log.warn(loggedError(error), 'Restate does not take a run.');
            throw refusedRequest(503, 'Nobody can run this now: Restate cannot be reached.', 'Try again later.');
          }
        }
        await sleep(pauses.first, gone.signal);
      }
    },
    command: async (run, command) => {
      valueOfEnd(await ingress.objectClient(runsOf(run), run.id).command(command));
    },
    perform: performed,
    retire: () => {
      // It still listens: a balancer that finds it gone would end what is under way.
      isRetired = true;
    },
    leave: async () => {
      gone.abort();
      server?.close();
      for (const session of sessions) session.destroy();
    },
  };
}

/** What an end gives. Its failure is thrown. */
function valueOfEnd(answer: unknown): Json {
  const end = endSchema.safeParse(answer);
  if (!end.success) throw new AppError('INTERNAL', 'Another machine gave an answer of another form.');
  if ('failure' in end.data) throw fromFailure(end.data.failure);
  return end.data.value;
}

/** Resolves after a time, or on abort. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
