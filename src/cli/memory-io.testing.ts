import type { Files } from '@/engine/ports/files';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { SecretGrant } from '@/plan/secrets/secret-grant';
import type { CatalogueStore } from '@/providers/catalogue/catalogue-store';
import { createMemoryCatalogueStore } from '@/providers/catalogue/catalogue-store.testing';
import type { LimitShare } from '@/providers/limits/limit-share';
import { createMemoryShare } from '@/providers/limits/memory-share';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { createDefinitionRepository } from '@/storage/memory/definition-repository';
import type { RunJournal } from '@/storage/run-journal';
import type { StartServer } from '@/tools/mcp/server-process';
import type { DefinitionRepository } from '@/workflow/library/saved-definition';
import type { Io, Machine, OutputFolder } from './io';
import { runCommandLine } from './main';
import type { GrantStore } from './secrets/grant-file';

/** The result of a run of the command line. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The written files, by name. */
  readonly files: Readonly<Record<string, string>>;
}

interface World {
  /** Files by name; `-` is standard input. A folder is `null`. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
  readonly coloured?: boolean;
  /** Width of the terminal; undefined: there is no terminal. */
  readonly columns?: number;
  readonly env?: Machine['env'];
  readonly fetch?: typeof fetch;
  /** ISO date. Default: a date on which no model that tests name is about to end. */
  readonly today?: string;
  /** The stored catalogue. Default: empty. */
  readonly catalogue?: CatalogueStore;
  /** The shared limits of providers. Default: nothing was sent yet. */
  readonly limits?: LimitShare;
  /** Files that earlier commands wrote; this one adds its own, and removes some. */
  readonly written?: Record<string, string>;
  /** The journal of every folder. */
  readonly journal?: RunJournal;
  /** The saved definitions of every folder. */
  readonly definitions?: DefinitionRepository;
  readonly scripts?: ScriptRunner;
  /** The page for shared runs. Default: it was not built. */
  readonly filePage?: string;
  readonly ask?: Machine['ask'];
  /** Where secrets are allowed to go. Default: nowhere yet. */
  readonly grants?: GrantStore;
  /** Receives a function that asks the process to stop. */
  readonly onStart?: (stop: () => void) => void;
}

const noFiles: Files = {
  list: async () => [],
  read: async () => undefined,
  write: async () => {},
  remove: async () => {},
};
const noServers: StartServer = () => {
  throw new Error('No server is expected to be started.');
};
const noScripts: ScriptRunner = { run: () => Promise.reject(new Error('No script is expected to run.')) };

/** What is allowed, in memory. */
export function memoryGrants(): GrantStore {
  let grants: readonly SecretGrant[] = [];
  return {
    all: async () => grants,
    change: async (make) => {
      grants = make(grants);
    },
  };
}

/** Runs the command line in memory, e.g. `run('validate a.yaml', { files: { 'a.yaml': 'tasks: {}' } })`. */
export async function run(line: string | readonly string[], world: World = {}): Promise<Ran> {
  const { files = {}, coloured = false, columns, journal = createRunJournal(), written = {} } = world;
  const printed = { out: '', err: '' };
  const output = (stream: keyof typeof printed) => ({
    coloured,
    columns,
    taken: async () => {},
    write: (content: string | Uint8Array) => {
      printed[stream] += typeof content === 'string' ? content : Buffer.from(content).toString();
    },
  });
  const outputs: OutputFolder = {
    has: async (path) => written[path] !== undefined,
    write: async (path, { pages }) => {
      const parts: Uint8Array[] = [];
      for await (const page of pages()) parts.push(page);
      written[path] = Buffer.concat(parts).toString();
    },
    remove: async (path) => {
      delete written[path];
    },
  };
  const contentOf = (file: string) => {
    const content = Object.hasOwn(files, file) ? files[file] : undefined;
    if (content === undefined) throw failure('ENOENT');
    if (content === null) throw failure('EISDIR');
    return Buffer.from(content);
  };
  const io: Io = {
    read: async (file, most) => contentOf(file).subarray(0, most),
    readRegular: async (file, most) => contentOf(file).subarray(0, most),
    async *stream(file) {
      yield contentOf(file);
    },
    write: async (file, text) => {
      if (files[file] === null) throw failure('EISDIR');
      written[file] = text;
    },
    out: output('out'),
    err: output('err'),
    machine: {
      env: world.env ?? {},
      fetch: world.fetch ?? (() => Promise.reject(new Error('Nothing is expected to be fetched.'))),
      now: () => Date.parse(world.today ?? '2026-01-01'),
      catalogue: world.catalogue ?? createMemoryCatalogueStore(),
      limits: world.limits ?? createMemoryShare(),
      grants: world.grants ?? memoryGrants(),
      folder: '/here',
      openJournal: async () => journal,
      scripts: () => world.scripts ?? noScripts,
      servers: () => noServers,
      files: () => noFiles,
      definitions: () => world.definitions ?? createDefinitionRepository(Date.now),
      filePage: async () => world.filePage,
      outputs: () => outputs,
      ask: world.ask,
      onStop: (listener) => {
        world.onStart?.(listener);
        return () => {};
      },
    },
  };
  const args = typeof line === 'string' ? line.split(' ').filter(Boolean) : line;
  const code = await runCommandLine(args, io, () => io.machine, '1.2.3');
  return { code, ...printed, files: written };
}

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: as in node:fs`), { code, syscall: 'open' });
}
