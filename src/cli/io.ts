import type { Files } from '@/engine/ports/files';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { CatalogueStore } from '@/providers/catalogue/catalogue-store';
import type { LimitShare } from '@/providers/limits/limit-share';
import type { RunJournal } from '@/storage/run-journal';
import type { StartServer } from '@/tools/mcp/server-process';
import type { Env } from './processes/process-env';

/** A stream that a command writes to. */
export interface Output {
  write(text: string): void;
  /** Resolves once there is room for more: to be waited for by who writes much. */
  taken(): Promise<void>;
  /** Whether a person looks at it who wants colours. */
  readonly coloured: boolean;
  /**
   * Width of the terminal that it is, in characters; undefined where it is none, or one on which no cursor can be
   * moved.
   */
  readonly columns: number | undefined;
}

/**
 * A folder in which a run leaves files; paths are relative to it. Error: `FILE_REFUSED` for one that leads out of it.
 */
export interface OutputFolder {
  /** Whether something is there. */
  has(path: string): Promise<boolean>;
  /**
   * Makes or replaces a file: as another name of `file`, where that is given and the disk can do so, else of the pages.
   * What was there stays until all is written. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  write(
    path: string,
    content: { readonly file: string | undefined; readonly pages: () => AsyncIterable<Uint8Array> },
  ): Promise<void>;
}

/** What runs need of the machine, beside what every command does. */
export interface Machine {
  readonly env: Env;
  /** For what commands fetch themselves; runs have clients of their own. */
  readonly fetch: typeof fetch;
  /** ms since 1970, by which models are told that end. */
  now(): number;
  /** Where what is known of models is kept for the person. */
  readonly catalogue: CatalogueStore;
  /** With whom runs of this process share the limits of providers. */
  readonly limits: LimitShare;
  /** Absolute path of the folder in which the command was given. */
  readonly folder: string;
  /** The journal in a folder. `onWarning` is told what was mended in it. */
  openJournal(folder: string, onWarning: (message: string) => void): RunJournal;
  /**
   * Runs scripts in a folder, as processes. What changes in folders of `except` while they run is not told as theirs.
   */
  scripts(folder: string, except: readonly string[]): ScriptRunner;
  /** Starts servers of MCP over stdio in a folder, as processes. */
  servers(folder: string): StartServer;
  /** The files in a folder, and those of `index` by their absolute paths. */
  files(folder: string, index: readonly string[]): Files;
  /** A folder, for what a run leaves in it. */
  outputs(folder: string): OutputFolder;
  /**
   * Asks the person at the terminal for a line. Rejects with `CANCELLED` on abort, and with `TASK_FAILURE`, reason
   * `no_person`, when they close their input. Undefined where there is no terminal.
   */
  readonly ask: ((text: string, signal: AbortSignal) => Promise<string>) | undefined;
  /**
   * Calls the listener the first time that the process is asked to stop; the second time ends it. Returns how to stop
   * listening.
   */
  onStop(listener: () => void): () => void;
}

/** Port: all that a command reaches of the world, so that it is tested without a process. */
export interface Io {
  /** The first bytes of a file, no more than `most`; `-` is standard input. Errors: those of `node:fs`. */
  read(file: string, most: number): Promise<Uint8Array>;
  /** The bytes of a file, page by page; `-` is standard input. Errors while it is read: those of `node:fs`. */
  stream(file: string): AsyncIterable<Uint8Array>;
  /** Writes a file as a whole: if that fails, what was there stays. Errors: those of `node:fs`. */
  write(file: string, text: string): Promise<void>;
  /** For results. */
  readonly out: Output;
  /** For what is said about them. */
  readonly err: Output;
  readonly machine: Machine;
}
