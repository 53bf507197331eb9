import { findBalancer, findRestate } from '../scripts/restate.mjs';
import { type Balancer, startBalancer } from '../tests/support/balancer';
import { freePort } from '../tests/support/free-port';
import { type RestateServer, startRestate } from '../tests/support/restate';

/** Restate with a balancer before as many ports as there are machines. */
export interface MeasuredEngine {
  readonly restate: RestateServer;
  readonly balancer: Balancer;
  readonly ports: readonly number[];
  stop(): Promise<void>;
}

/** Starts what brings machines together for a measurement, as the tests do; undefined: it is not installed. */
export async function startEngine(machines: number): Promise<MeasuredEngine | undefined> {
  if (findRestate() === undefined || findBalancer() === undefined) return undefined;
  const ports = await Promise.all(Array.from({ length: machines }, freePort));
  const [restate, balancer] = [await startRestate(), await startBalancer(ports)];
  const stop = async () => void (await Promise.all([restate.crash(), balancer.stop()]));
  return { restate, balancer, ports, stop };
}
