import type { Files } from '@/engine/ports/files';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { CatalogueStore } from '@/providers/catalogue/catalogue-store';
import type { LimitShare } from '@/providers/limits/limit-share';
import type { OpenedStores } from '@/storage/open-stores';
import type { StartServer } from '@/tools/mcp/server-process';
import type { DefinitionRepository } from '@/workflow/library/saved-definition';
import type { Env } from './processes/process-env';
import type { ProcessRunnerOptions } from './scripts/create-process-runner';
import type { GrantStore } from './secrets/grant-file';

/** A stream that a command writes to. */
export interface Output {
  write(content: string | Uint8Array): void;
  /** Resolves once there is room for more output. Wait for it when writing much. */
  taken(): Promise<void>;
  /** Resolves once it is known whether what was written has arrived. Left out: it always has. */
  written?(): Promise<void>;
  /**
   * Why what was written did not arrive, in words; the rest is then dropped. Undefined: it did, or its reader has seen
   * enough.
   */
  readonly failure?: string | undefined;
  /** Whether it is a terminal that shows colours. */
  readonly coloured: boolean;
  /**
   * Width of the terminal in characters, 0 if it does not say; undefined if it is not a terminal, or one whose cursor
   * cannot be moved.
   */
  readonly columns: number | undefined;
}

/**
 * A folder in which a run writes files; paths are relative to it. Throws `FILE_REFUSED` for a path that leads out of
 * it.
 */
export interface OutputFolder {
  /** Whether a file exists at this path. */
  has(path: string): Promise<boolean>;
  /**
   * Creates or replaces a file: as a hard link to `file` if that is given and the disk supports it, otherwise from the
   * pages. The old content stays until everything is written. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  write(
    path: string,
    content: { readonly file: string | undefined; readonly pages: () => AsyncIterable<Uint8Array> },
  ): Promise<void>;
  /** Removes a file, and the folders that become empty. No error if it does not exist. Errors: `STORAGE_FAILED`. */
  remove(path: string): Promise<void>;
}

/** What runs need of the machine, besides what every command needs. */
export interface Machine {
  readonly env: Env;
  /** For requests of commands themselves; runs have clients of their own. */
  readonly fetch: typeof fetch;
  /** ms since 1970. It decides which models have ended. */
  now(): number;
  /** Where facts of models are stored for the person. */
  readonly catalogue: CatalogueStore;
  /** Shares the limits of providers between the runs of this process. */
  readonly limits: LimitShare;
  /** What a person has allowed secrets to be sent to. */
  readonly grants: GrantStore;
  /** Absolute path of the folder in which the command was run. */
  readonly folder: string;
  /**
   * Opens the stores at an address: `postgres://…`, or a folder. `onWarning` receives a message about each repair.
   * Errors: those of `openStores`.
   */
  openJournal(address: string, onWarning: (message: string) => void): Promise<OpenedStores>;
  /** Runs scripts in a folder, as processes. */
  scripts(folder: string, options: ProcessRunnerOptions): ScriptRunner;
  /** Starts MCP servers over stdio in a folder, as processes. */
  servers(folder: string): StartServer;
  /** The files in a folder, and those that `index` names by absolute path, without what is kept in `stores`. */
  files(folder: string, index: readonly string[], stores: readonly string[]): Files;
  /** The saved definitions in a folder. */
  definitions(folder: string): DefinitionRepository;
  /** The page into which a run is written that is shared; undefined: it was not built. */
  filePage(): Promise<string | undefined>;
  /** A folder for the files that a run writes. */
  outputs(folder: string): OutputFolder;
  /**
   * Asks the person at the terminal for a line. Rejects with `CANCELLED` on abort, and with `TASK_FAILURE`, reason
   * `no_person`, when the person closes the input. Undefined if there is no terminal.
   */
  readonly ask: ((text: string, signal: AbortSignal) => Promise<string>) | undefined;
  /**
   * Calls the listener when the process is first asked to stop; a second request ends the process. Returns a function
   * that removes the listener.
   */
  onStop(listener: () => void): () => void;
}

/** Files and streams of a process: what is needed before it is known which command is asked for. */
export interface Terminal {
  /** The first bytes of a file, at most `most`; `-` is standard input. Errors: those of `node:fs`. */
  read(file: string, most: number): Promise<Uint8Array>;
  /**
   * The same for a regular file. Error `ENOTREG`: it is something else, such as a named pipe, whose writer may never
   * come. Streams that the command was started with (`-`, `/dev/stdin`, `<(…)` of a shell) are read as well.
   */
  readRegular(file: string, most: number): Promise<Uint8Array>;
  /** The bytes of a file, page by page; `-` is standard input. Errors while reading: those of `node:fs`. */
  stream(file: string): AsyncIterable<Uint8Array>;
  /** Writes a whole file: if that fails, the old content stays. Errors: those of `node:fs`. */
  write(file: string, text: string): Promise<void>;
  /** For results. */
  readonly out: Output;
  /** For messages about the results. */
  readonly err: Output;
}

/** Port: everything outside that a command uses, so that tests need no process. */
export interface Io extends Terminal {
  readonly machine: Machine;
}

/** Gives the machine to a command that runs. Its code loads only then: help and mistakes are answered without it. */
export type OpenMachine = () => Machine | Promise<Machine>;
