import type { AppError } from '@/base/errors';
import type { McpStdioServer } from '@/engine/ports/tool-client';

/** The process of a server over stdio. */
export interface ServerProcess {
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Writes a text to its standard input, after earlier texts. False: it has ended, and nothing was written. */
  write(text: string): boolean;
  /**
   * Ends the process with all its children; resolves once it is gone, within a second. May be called again; never
   * rejects.
   */
  end(): Promise<void>;
}

/** Receives what a process does. */
export interface ProcessWatcher {
  /** Bytes of its standard output, in order. */
  printed(bytes: Uint8Array): void;
  /** Called once, after all output: the process ended by itself, or could not be started. The error says how. */
  ended(error: AppError): void;
}

/** Port: starts the process of a server. Never throws: errors go to the watcher. */
export type StartServer = (server: McpStdioServer, watcher: ProcessWatcher) => ServerProcess;

/** The name of a server over stdio in messages: only its program, because its arguments may contain secrets. */
export function getProcessName({ command }: McpStdioServer): string {
  return command.split(/[\\/]/).findLast((part) => part !== '') ?? command;
}
