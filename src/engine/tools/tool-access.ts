import type { Environment } from '@/workflow/expressions/environment';
import type { Attempt } from '../attempt';
import type { SecretOf } from '../ports/machine';
import type { McpServer, ToolClient } from '../ports/tool-client';
import { askSignedIn } from './ask-signed-in';
import { type FileKeeper, keeperOf } from './given-files';

/** What it takes to use a tool that is somewhere else: in an attempt at a task, or to try it out. */
export interface ToolAccess {
  readonly tools: ToolClient;
  readonly secretOf: SecretOf;
  /** The names that templates of the tool may have. */
  readonly environment: Environment;
  /** What keeps the files that tools give; left out: nothing does, and they are named only. */
  readonly keeper?: FileKeeper;
  /** Performs a call within the time that there is. */
  timed<T>(perform: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** The same of what is asked of a server, where somebody may have to sign in first. */
  ask<T>(server: McpServer, perform: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** What an attempt at a task uses tools with. Throws `TASK_FAILURE` if an input of the task has no value. */
export function accessOf(attempt: Attempt): ToolAccess {
  const { tools, secretOf } = attempt.run.deps;
  const { environment } = attempt;
  return {
    ...{ tools, secretOf, environment },
    keeper: keeperOf(attempt),
    timed: async (perform) => (await attempt.timed(perform)).value,
    ask: (server, perform) => askSignedIn(server, attempt, perform),
  };
}
