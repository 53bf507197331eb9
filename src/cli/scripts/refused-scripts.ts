import { AppError } from '@/base/errors';
import type { ScriptRunner } from '@/engine/ports/script-runner';

/** Refuses every script: a person has to allow scripts before running someone else's workflow. */
export const refusedScripts: ScriptRunner = {
  run: async () => {
    throw new AppError('TASK_FAILURE', 'Scripts are not allowed.', {
      advice: 'Read them, then run with --allow-scripts: they may do on this machine what you may.',
      details: { reason: 'scripts_not_allowed' },
    });
  },
};
