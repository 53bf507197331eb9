import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { cutToStart } from '@/base/start-of';
import type { MachineWork } from '../machines/run-machines';
import { describeLoggedError, type ServeLog } from '../serve-log';
import type { Restate } from './load-restate';
import { pauses, sleepUnlessAborted } from './patience';
import type { RestateAddress } from './restate-address';
import { createRestateServices } from './restate-services';

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
  /** How long Restate is waited for, in ms, before what needs it is refused. */
  readonly patienceMs: number;
  readonly log: ServeLog;
}

/** Most characters of what Restate says that are logged. */
const maxSaid = 500;

/** Where a machine listens for what Restate asks of it. */
export class RestateEndpoint {
  readonly #restate: Restate;
  readonly #options: RestateOptions;
  readonly #closed = new AbortController();
  readonly #sessions = new Set<ServerHttp2Session>();
  #server: Http2Server | undefined;
  #isRetired = false;

  constructor(restate: Restate, options: RestateOptions) {
    this.#restate = restate;
    this.#options = options;
  }

  /** Aborted when it is closed. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Listens, and tells Restate so, until it knows. Rejects with an error of `node:net` if the port is taken. */
  async open(work: MachineWork): Promise<void> {
    const { host, port, machines } = this.#options;
    const server = createServer(this.#handler(work));
    this.#server = server;
    server.on('session', (session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    const place = server.address();
    const bound = typeof place === 'object' && place !== null ? place.port : port;
    void this.#register(machines ?? `http://${host.includes(':') ? `[${host}]` : host}:${bound}`);
  }

  /** Refuses what is new, so that it goes to another machine. A balancer still finds it: what is under way may end. */
  retire(): void {
    this.#isRetired = true;
  }

  close(): void {
    this.#closed.abort();
    this.#server?.close();
    for (const session of this.#sessions) session.destroy();
  }

  #handler(work: MachineWork): Parameters<typeof createServer>[1] {
    const { identityKeys, labels, log } = this.#options;
    const { runs, effects } = createRestateServices(this.#restate, work, labels);
    const handle = this.#restate.sdk.createEndpointHandler({
      services: [runs, effects],
      ...(identityKeys.length === 0 ? {} : { identityKeys: [...identityKeys] }),
      logger: ({ level }, message) => {
        if (level === 'error' && !this.closed.aborted) log.warn({ error: describeLoggedError(message) }, 'restate');
      },
    });
    return (request, response) => {
      if (!this.#isRetired) return handle(request, response);
      response.writeHead(503);
      response.end();
    };
  }

  async #register(uri: string): Promise<void> {
    const { admin, patienceMs, log } = this.#options;
    for (let pause: number = pauses.first; !this.closed.aborted; pause = Math.min(2 * pause, pauses.most)) {
      try {
        const answer = await fetch(`${admin}/deployments`, {
          method: 'POST',
          redirect: 'error',
          headers: { 'content-type': 'application/json' },
          // A machine of a newer version takes the place of those before it, at the same address.
          body: JSON.stringify({ uri, force: true }),
          signal: AbortSignal.any([this.closed, AbortSignal.timeout(patienceMs)]),
        });
        if (answer.ok) return log.info({ machines: uri }, 'Restate knows the machines.');
        const said = cutToStart(await answer.text(), maxSaid);
        log.warn({ machines: uri, status: answer.status, said }, 'Restate does not take the machines yet.');
      } catch (error) {
        if (this.closed.aborted) return;
        log.warn({ machines: uri, ...describeLoggedError(error) }, 'Restate cannot be reached yet.');
      }
      await sleepUnlessAborted(pause, this.closed);
    }
  }
}
