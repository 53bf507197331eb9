import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { AppError } from '@/base/errors';
import { createMemoryShare } from '@/providers/limits/memory-share';
import { createCatalogueFiles, findHomeFolder } from './catalogue-files';
import { createFolderFiles } from './folder-files';
import type { Machine } from './io';
import { createDefinitionFolder } from './library/definition-folder';
import { createLimitFile } from './limit-file';
import { nodeClock } from './node-clock';
import { createOutputFolder } from './output-folder';
import { hideEnv } from './processes/hide-env';
import { hasGroups, killGroups } from './processes/process-groups';
import { createServerStarter } from './processes/start-server';
import { createProcessRunner } from './scripts/create-process-runner';
import { createGrantFile } from './secrets/grant-file';

/** The machine that this process runs on. */
export function createNodeMachine(): Machine {
  const { env, stdin, stderr } = process;
  return {
    env,
    fetch: (input, init) => globalThis.fetch(input, init),
    now: nodeClock.now,
    catalogue: createCatalogueFiles(findHomeFolder(env), (message) => stderr.write(`heddle: ${message}\n`)),
    limits: createMemoryShare(createLimitFile(findHomeFolder(env))),
    grants: createGrantFile(findHomeFolder(env)),
    folder: process.cwd(),
    // What checks files, or writes one, needs none of the stores.
    openJournal: async (address, onWarning) => (await import('@/storage/open-stores')).openStores(address, onWarning),
    scripts(folder, options) {
      hideEnv();
      return createProcessRunner(folder, env, options);
    },
    servers(folder) {
      hideEnv();
      return createServerStarter(folder, env);
    },
    files: createFolderFiles,
    definitions: createDefinitionFolder,
    filePage: readFilePage,
    outputs: createOutputFolder,
    ask: stdin.isTTY && stderr.isTTY ? askOnTerminal : undefined,
    onStop,
  };
}

/** The page for shared runs lies in the folder that the folder of the command line is in. */
async function readFilePage(): Promise<string | undefined> {
  for (const place of ['../shared-run.html', '../../shared-run.html', '../../dist/shared-run.html']) {
    const page = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => undefined);
    if (page !== undefined) return page;
  }
  return undefined;
}

async function askOnTerminal(text: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Readline would handle Ctrl-C itself otherwise.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const closed = new Promise<never>((_resolve, reject) => {
    terminal.on('close', () =>
      reject(new AppError('TASK_FAILURE', 'Nobody answers.', { details: { reason: 'no_person' } })),
    );
  });
  try {
    return await Promise.race([terminal.question(text, { signal }), closed]);
  } catch (error) {
    throw signal.aborted ? new AppError('CANCELLED', 'The question was withdrawn.') : error;
  } finally {
    closed.catch(() => {});
    terminal.close();
  }
}

/**
 * After the first signal the default handling returns, so that the second ends the process. If child processes are
 * running, they are ended before that, because no signal of the terminal reaches them.
 */
function onStop(listener: () => void): () => void {
  // The last two come from a terminal that is closed, and from Ctrl-\.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
  const stopListening = () => {
    for (const signal of signals) process.off(signal, once).off(signal, atOnce);
  };
  const once = () => {
    stopListening();
    if (hasGroups()) for (const signal of signals) process.on(signal, atOnce);
    listener();
  };
  const atOnce = (signal: NodeJS.Signals) => {
    stopListening();
    killGroups();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, once);
  return stopListening;
}
