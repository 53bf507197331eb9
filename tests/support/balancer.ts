import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBalancer } from '../../scripts/restate.mjs';
import { freePort } from './free-port';

/** What stands between Restate and the machines. */
export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts HAProxy before these ports of this machine, as `docs/guide/serving.md` sets it up. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const program = findBalancer();
  if (program === undefined) throw new Error('There is no HAProxy: node scripts/restate.mjs');
  const port = await freePort();
  const file = join(mkdtempSync(join(tmpdir(), 'balancer-')), 'haproxy.cfg');
  const machines = ports.map((at, index) => `  server machine${index} 127.0.0.1:${at}`);
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 20d
  timeout server 20d
  option redispatch 1
  retries 5
frontend restate
  bind 127.0.0.1:${port} proto h2
  default_backend machines
backend machines
  balance leastconn
  default-server proto h2 check inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions
${machines.join('\n')}
`,
  );
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
