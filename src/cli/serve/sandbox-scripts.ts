import { Worker } from 'node:worker_threads';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { createScriptRunner } from '@/sandbox/create-script-runner';
import type { SandboxMessage } from '@/sandbox/worker-messages';

/** Most megabytes of the heap of a sandbox. */
const heapMb = 512;

/**
 * Scripts in the sandboxes of the page, each in a thread of its own: interpreters without files, processes, environment
 * and network. `folder`: where the code of the threads is.
 */
export function createSandboxScripts(folder: URL): ScriptRunner {
  return createScriptRunner((language) => {
    const thread = new Worker(new URL(`./${language}-thread.js`, folder), {
      env: {},
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const worker: ReturnType<NonNullable<Parameters<typeof createScriptRunner>[0]>> = {
      onmessage: null,
      onerror: null,
      postMessage: (message: unknown) => thread.postMessage(message),
      terminate: () => void thread.terminate(),
    };
    thread.on('message', (data: SandboxMessage) => {
      worker.onmessage?.call(worker as Worker & globalThis.Worker, { data } as MessageEvent);
    });
    thread.on('error', ({ message }) => {
      worker.onerror?.call(worker as Worker & globalThis.Worker, { message, preventDefault: () => {} } as ErrorEvent);
    });
    return worker;
  });
}
