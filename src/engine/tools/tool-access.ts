import type { Environment } from '@/workflow/expressions/environment';
import type { Attempt } from '../attempt';
import type { Files } from '../ports/files';
import type { SecretOf } from '../ports/machine';
import type { McpServer, ToolClient } from '../ports/tool-client';
import { askSignedIn } from './ask-signed-in';
import { createFileKeeper, type FileKeeper } from './given-files';

/** What is needed to use a tool outside Heddle, in an attempt at a task or when a person tries it. */
export interface ToolAccess {
  readonly tools: ToolClient;
  readonly secretOf: SecretOf;
  /** The names that templates of the tool can use. */
  readonly environment: Environment;
  /** The files that a form can send; left out: none. */
  readonly files?: Files;
  /** Stores the files that tools return; left out: files are not stored, only named. */
  readonly keeper?: FileKeeper;
  /** Performs a call within the time limit. */
  timed<T>(perform: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** The same for a request to a server, where a person may have to sign in first. */
  ask<T>(server: McpServer, perform: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** The tool access of an attempt at a task. Throws `TASK_FAILURE` if an input of the task has no value. */
export function createToolAccess(attempt: Attempt): ToolAccess {
  const { tools, secretOf, files } = attempt.run.deps;
  const { environment } = attempt;
  return {
    ...{ tools, secretOf, environment, files },
    keeper: createFileKeeper(attempt),
    timed: async (perform) => (await attempt.timed(perform)).value,
    ask: (server, perform) => askSignedIn(server, attempt, perform),
  };
}
