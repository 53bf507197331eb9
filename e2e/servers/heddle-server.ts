import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `heddle serve` as a process of its own, in an empty folder. */
export interface HeddleServer {
  /** The same after a restart. */
  readonly url: string;
  /** Makes a token, as a person does. */
  token(scope: string): Promise<string>;
  /** Asks its API, as the one who runs it. */
  api<T>(path: string, init?: RequestInit): Promise<T>;
  kill(): Promise<void>;
  /** Starts it again on its port. */
  restart(): Promise<void>;
}

const cli = fileURLToPath(new URL('../../dist/cli/heddle.js', import.meta.url));

/** Starts a server on a free port. `npm run build` has built it. */
export async function startHeddleServer(...args: readonly string[]): Promise<HeddleServer> {
  if (!existsSync(cli)) throw new Error('The command line is not built: npm run build.');
  const folder = mkdtempSync(join(tmpdir(), 'heddle-served-'));
  let secret: string | undefined;
  const run = (command: readonly string[]) =>
    spawn(process.execPath, [cli, ...command], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HEDDLE_HOME: join(folder, '.home') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const start = async (port: string): Promise<{ readonly child: ChildProcess; readonly url: string }> => {
    const child = run(['serve', '.', '--port', port, '--max-requests', '100000', ...args]);
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      const take = (piece: unknown) => {
        said += String(piece);
        const [, at] = /^Heddle serves .* at (http:\S+)$/m.exec(said) ?? [];
        if (at !== undefined) resolve(at);
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.on('close', () => reject(new Error(`It ended: ${said}`)));
    });
    return { child, url };
  };
  let { child, url } = await start('0');
  return {
    url,
    token: async (scope) => {
      const made = run(['token', 'make', '--scope', scope]);
      let said = '';
      made.stdout.on('data', (piece) => {
        said += String(piece);
      });
      await once(made, 'close');
      const token = said.trim();
      if (scope === 'admin') secret = token;
      return token;
    },
    api: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (secret !== undefined) headers.set('authorization', `Bearer ${secret}`);
      return (await fetch(`${url}/api/v1${path}`, { ...init, headers })).json();
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'close');
    },
    restart: async () => {
      ({ child } = await start(new URL(url).port));
    },
  };
}
