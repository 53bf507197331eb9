import { AppError } from '@/base/errors';
import type { ScriptRunner } from '@/engine/ports/script-runner';

/** Runs no script: whoever starts a workflow of others has to say that it may. */
export const refusedScripts: ScriptRunner = {
  run: async () => {
    throw new AppError('TASK_FAILURE', 'Scripts are not allowed.', {
      advice: 'Read them, then run with --allow-scripts: they may do on this machine what you may.',
      details: { reason: 'scripts_not_allowed' },
    });
  },
};

/**
 * Passes what a script is given through, as a script task without a body does: for runs in which nothing is to happen.
 */
export const simulatedScripts: ScriptRunner = {
  run: async ({ stdin }, sink) => {
    await sink('stdout', new TextEncoder().encode(stdin));
    return { exitCode: 0, said: '' };
  },
};
