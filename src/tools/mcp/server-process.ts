import type { AppError } from '@/base/errors';
import type { McpStdioServer } from '@/engine/ports/tool-client';

/** The process that a server over stdio is. */
export interface ServerProcess {
  /** Undefined where it could not be started. */
  readonly pid: number | undefined;
  /** Puts a text on its standard input, after what was put there before. False: it has ended, and nothing was put. */
  write(text: string): boolean;
  /** Ends it with all that it started; resolves once it is gone, within a second. Callable again; never rejects. */
  end(): Promise<void>;
}

/** Who is told what a process does. */
export interface ProcessWatcher {
  /** Bytes of its standard output, in order. */
  printed(bytes: Uint8Array): void;
  /** Once, after all that it printed: it ended by itself, or could not be started. The error says how. */
  ended(error: AppError): void;
}

/** Port: starts the process of a server. Never throws: what goes wrong is told to the watcher. */
export type StartServer = (server: McpStdioServer, watcher: ProcessWatcher) => ServerProcess;

/** How a server over stdio is called in messages: its program alone, as its arguments may hold secrets. */
export function processName({ command }: McpStdioServer): string {
  return command.split(/[\\/]/).findLast((part) => part !== '') ?? command;
}
