import { createCancelledError } from '@/base/cancelled';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { Env } from '../processes/process-env';
import { createCopyRunner } from './create-copy-runner';
import { watchFolder } from './folder-changes';
import { runProcess } from './run-process';

/** What else a runner of processes knows. */
export interface ProcessRunnerOptions {
  /** Folders whose changes are not reported as changes of a script. */
  readonly except?: readonly string[];
  /** Names of variables of the environment that scripts see, besides those that all see. */
  readonly passEnv?: readonly string[];
}

/**
 * Runs scripts as processes in `folder`. The result says which files changed in the folder meanwhile. Scripts over a
 * copy of the files run in a copy of the folder.
 */
export function createProcessRunner(
  folder: string,
  processEnv: Env,
  { except = [], passEnv = [] }: ProcessRunnerOptions = {},
): ScriptRunner {
  const place = { folder, processEnv, passEnv };
  return {
    async run(request, sink, signal, callTool) {
      if (signal.aborted) throw createCancelledError('The script');
      const changed = watchFolder(folder, { except });
      const ending = runProcess(request, place, sink, signal, callTool);
      // The folder is no longer watched, however the script ends.
      const filesChanged = await ending.then(changed, changed);
      const exit = await ending;
      return filesChanged?.length === 0 ? exit : { ...exit, filesChanged };
    },
    over: (files) => createCopyRunner(place, except, files),
  };
}
