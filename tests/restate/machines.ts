import { type ServedProcess, serveFolder } from '../serve/served-process';
import { freePort } from '../support/free-port';
import { type Balancer, startBalancer } from '../support/balancer';
import type { RestateServer } from '../support/restate';

/** Machines that share the runs of a database through Restate: each a process with a folder of its own. */
export interface Machines {
  readonly running: readonly ServedProcess[];
  /** One that runs. */
  any(): ServedProcess;
  /** Starts the machine of a number, counted from 0. */
  start(index: number): Promise<ServedProcess>;
  kill(index: number): Promise<void>;
  stop(): Promise<void>;
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
    get running() {
      return [...running.values()];
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
  await Promise.all(folders.map((_, index) => index).filter((index) => !later.includes(index)).map(start));
  return machines;
}
