import { expect } from 'vitest';
import { framesOf, type ServedProcess, serveFolder } from '../serve/served-process';
import { type Balancer, startBalancer } from '../support/balancer';
import { freePort } from '../support/free-port';
import type { RestateServer } from '../support/restate';

/** Machines that share the runs of a database through Restate: each a process with a folder of its own. */
export interface Machines {
  readonly running: readonly ServedProcess[];
  /** The numbers of those that run. */
  readonly numbers: readonly number[];
  /** The one of a number; one that runs. */
  at(index: number): ServedProcess;
  any(): ServedProcess;
  /** Starts the machine of a number, counted from 0. */
  start(index: number): Promise<ServedProcess>;
  kill(index: number): Promise<void>;
  stop(): Promise<void>;
  /** Where Restate reaches them. */
  readonly engineUrl: string;
  /** All that they printed. */
  said(): string;
}

/** Starts as many machines as there are folders, but those that start later. */
export async function startMachines(
  folders: readonly string[],
  restate: Pick<RestateServer, 'address'>,
  env: Readonly<Record<string, string>>,
  later: readonly number[] = [],
  args: readonly string[] = [],
): Promise<Machines> {
  const ports = await Promise.all(folders.map(freePort));
  const balancer: Balancer = await startBalancer(ports);
  const running = new Map<number, ServedProcess>();
  const all: ServedProcess[] = [];
  const start = async (index: number) => {
    const engine = ['--engine', restate.address, '--engine-machines', balancer.url];
    const listen = ['--engine-listen', `127.0.0.1:${ports[index]}`];
    const served = await serveFolder(folders[index] ?? '.', [...engine, ...listen, ...args], env);
    running.set(index, served);
    all.push(served);
    return served;
  };
  const machines: Machines = {
    engineUrl: balancer.url,
    get running() {
      return [...running.values()];
    },
    get numbers() {
      return [...running.keys()];
    },
    at: (index) => {
      const served = running.get(index);
      if (served === undefined) throw new Error(`Machine ${index} does not run.`);
      return served;
    },
    any: () => {
      const [first] = running.values();
      if (first === undefined) throw new Error('No machine runs.');
      return first;
    },
    start,
    kill: async (index) => {
      await running.get(index)?.kill('SIGKILL');
      running.delete(index);
    },
    stop: async () => {
      await Promise.all([...running.keys()].map(machines.kill));
      await balancer.stop();
    },
    said: () => all.map((one) => one.said()).join('\n'),
  };
  await Promise.all(
    folders
      .map((_, index) => index)
      .filter((index) => !later.includes(index))
      .map(start),
  );
  return machines;
}

/** A request with a body of JSON. */
export const post = (body: unknown = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Starts a run, by whichever machine. Resolves to its id. */
export async function startRun({ url }: ServedProcess, workflow = 'flow'): Promise<string> {
  const answer = await fetch(`${url}/api/v1/workflows/${workflow}/runs`, post());
  expect([answer.status, answer.status === 201 ? '' : await answer.clone().text()]).toEqual([201, '']);
  return (await answer.json()).id;
}

/** Follows a run to its end. Resolves to the numbers and kinds of its events. */
export async function follow({ url }: ServedProcess, id: string): Promise<readonly (readonly [number, string])[]> {
  const seen: [number, string][] = [];
  const headers = { 'last-event-id': '0' };
  for await (const frame of framesOf(await fetch(`${url}/api/v1/runs/${id}/events/stream`, { headers }))) {
    if (frame.id !== undefined) seen.push([frame.id, JSON.parse(frame.data).kind]);
  }
  return seen;
}

/** A figure of a machine, as it tells it to Prometheus. */
export async function figureOf({ url }: ServedProcess, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** The machine of which a figure is not 0. */
export async function machineWith(machines: Machines, name: string): Promise<number> {
  for (const index of machines.numbers) if ((await figureOf(machines.at(index), name)) > 0) return index;
  throw new Error(`${name} is 0 everywhere.`);
}
