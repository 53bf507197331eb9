import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findRestate } from '../../scripts/restate.mjs';
import { freePort } from './free-port';

/** A server of Restate for tests. */
export interface RestateServer {
  /** As `--engine` takes it. */
  readonly address: string;
  /** The key by which a machine knows what it sends. */
  readonly key: string;
  /** Ends it at once, as a crash does. */
  crash(): Promise<void>;
  /** Starts it again, with what it kept. */
  start(): Promise<void>;
}

/** Starts Restate with a folder and ports of its own. */
export async function startRestate(): Promise<RestateServer> {
  const program = findRestate();
  if (program === undefined) throw new Error('There is no Restate: node scripts/restate.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'restate-'));
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  const identity = join(folder, 'identity.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(identity, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  let key = '';
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(program, ['--no-logo'], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        RESTATE_BASE_DIR: join(folder, 'data'),
        RESTATE_LISTEN_MODE: 'tcp',
        RESTATE_BIND_IP: '127.0.0.1',
        RESTATE_ADVERTISED_HOST: '127.0.0.1',
        RESTATE_BIND_PORT: String(node),
        RESTATE_INGRESS__BIND_PORT: String(ingress),
        RESTATE_ADMIN__BIND_PORT: String(admin),
        RESTATE_LOG_FILTER: 'error,restate_service_client=info',
        RESTATE_WORKER__INVOKER__REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: identity,
        DO_NOT_TRACK: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const take = (piece: Buffer) => {
      key = /publickeyv1_\w+/.exec(String(piece))?.[0] ?? key;
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    const isUp = (url: string) =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const url of [`http://127.0.0.1:${admin}/health`, `http://127.0.0.1:${ingress}/restate/health`]) {
      for (let tries = 0; !(await isUp(url)); tries += 1) {
        if (tries > 1200) throw new Error(`${url} does not answer.`);
        await setTimeout(50);
      }
    }
  };
  await start();
  return {
    address: `restate://127.0.0.1:${ingress}?admin=${admin}`,
    get key() {
      return key;
    },
    crash: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
    start,
  };
}
