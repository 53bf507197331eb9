import { Worker } from 'node:worker_threads';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { createScriptRunner } from '@/sandbox/create-script-runner';

/** Most megabytes of the heap of a sandbox. */
const heapMb = 512;

/**
 * Scripts in the sandboxes of the page, each in a thread of its own: interpreters without files, processes, environment
 * and network. `folder`: where the code of the threads is.
 */
export function createSandboxScripts(folder: URL): ScriptRunner {
  return createScriptRunner((language, { onMessage, onFailure }) => {
    const thread = new Worker(new URL(`./${language}-thread.js`, folder), {
      env: {},
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    thread.on('message', onMessage);
    thread.on('error', ({ message }) => onFailure(message));
    return { send: (command) => thread.postMessage(command), end: () => void thread.terminate() };
  });
}
