import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { readPostgresAddress } from '@/storage/postgres/postgres-address';
import { builtCli } from '../support/built-cli';

/** Steps of {@link chain}. */
export const steps = ['one', 'two', 'three', 'four', 'five'];

/** A workflow of five calls, one after the other; each prompt begins with the word. */
export function chain(word: string): string {
  const tasks = steps.map((id, at) => {
    const after = at === 0 ? '' : `, depends_on: [${steps[at - 1]}]`;
    return `  ${id}: { description: "${word} ${id} for {{WHO}}"${after} }\n`;
  });
  return `default_model: "openai:test"\nvariables: { WHO: nobody }\ntasks:\n${tasks.join('')}`;
}

/** A new folder with these files. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-store-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The built command line, beside which the driver of PostgreSQL is installed. */
export async function programWithDriver(): Promise<string> {
  const program = await builtCli();
  const modules = join(dirname(program), '..', 'node_modules');
  if (!existsSync(modules)) symlinkSync(resolve('node_modules'), modules);
  return program;
}

/** Ends all connections to the database, as an administrator can. */
export async function endConnections(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: readPostgresAddress(address).connection });
  await client.connect();
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  await client.end();
}

/** The variables by which commands find the model server. */
export function modelEnv(url: string): Readonly<Record<string, string>> {
  return { OPENAI_API_KEY: 'planted-key-0123456789', OPENAI_BASE_URL: `${url}/v1` };
}

/** A command that runs as a process. */
export interface StartedCommand {
  readonly child: ChildProcess;
  /** All that it has printed. */
  said(): string;
  /** Resolves when it has ended; code null: by a signal. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

/** Starts the command line in a folder, as a process. */
export function startCommand(
  program: string,
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): StartedCommand {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HEDDLE_HOME: join(folder, '.home'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  for (const stream of ['out', 'err'] as const) {
    child[`std${stream}`].on('data', (piece) => {
      said[stream] += piece;
    });
  }
  return {
    child,
    said: () => said.out + said.err,
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said }))),
  };
}
