import { resolve } from 'node:path';
import { AppError } from '@/base/errors';
import type { Result } from '@/base/result';
import { createCatalogueFiles, findHomeFolder } from '@/cli/catalogue-files';
import { createFolderFiles } from '@/cli/folder-files';
import { createLimitFile } from '@/cli/limit-file';
import { createLazyCatalogue } from '@/cli/load-catalogue';
import { nodeClock } from '@/cli/node-clock';
import { hideEnv } from '@/cli/processes/hide-env';
import { createServerStarter } from '@/cli/processes/start-server';
import { readEnvProviders } from '@/cli/run/env-providers';
import { createRunId } from '@/cli/run/run-id';
import { listOwnFolders } from '@/cli/run/terminal-host';
import { createTerminalModels } from '@/cli/run/terminal-models';
import { createTerminalTools } from '@/cli/run/terminal-tools';
import { createProcessRunner } from '@/cli/scripts/create-process-runner';
import { createEnvSecrets, readFlaggedUses } from '@/cli/secrets/allowed-uses';
import { createSandboxScripts } from '@/cli/serve/sandbox-scripts';
import { findThreadFolder } from '@/cli/serve/thread-folder';
import type { Files } from '@/engine/ports/files';
import { isSameUse, type SecretUse } from '@/plan/secrets/secret-grant';
import { createMemoryShare } from '@/providers/limits/memory-share';
import { loadTokenCounter } from '@/providers/token-counter';
import type { ServedWorld } from '@/serve/serve-options';
import { isPostgresAddress } from '@/storage/postgres/postgres-address';
import type { HostOptions } from './public-types';

/** Whether workflows of a program may send a secret somewhere. Error `VALIDATION_ERROR`: the option is wrong. */
export function createUseTest({ env = process.env, allowSecrets = [] }: HostOptions): (use: SecretUse) => boolean {
  const allowed = expectResult(readFlaggedUses(env, allowSecrets));
  return (use) => allowed.some((one) => isSameUse(one, use));
}

/** What runs of a program reach of this machine. Errors `VALIDATION_ERROR` for options that do not fit. */
export function createEmbeddedWorld(options: HostOptions): ServedWorld {
  const isAllowed = createUseTest(options);
  const { env = process.env, providers: named = [], allowScripts = false, onWarning = () => {} } = options;
  const work = options.folder === undefined ? undefined : resolve(options.folder);
  if (allowScripts && work === undefined) {
    throw new AppError('VALIDATION_ERROR', 'Scripts are allowed, but there is no folder for them.', {
      advice: 'Name the folder in which they run: folder.',
    });
  }
  const home = findHomeFolder(env);
  const providers = expectResult(readEnvProviders(env, named));
  const machine = { env, limits: createMemoryShare(createLimitFile(home)) };
  const facts = { catalogue: createCatalogueFiles(home, onWarning), now: nodeClock.now };
  const catalogue = createLazyCatalogue(facts, providers.providers);
  const processes = allowScripts ? work : undefined;
  if (processes !== undefined) hideEnv();
  const sandbox = createSandboxScripts(findThreadFolder());
  const { store = 'memory' } = options;
  const journal = store === 'memory' || isPostgresAddress(store) ? undefined : resolve(store);
  return {
    models: createTerminalModels(machine, providers, catalogue),
    scripts: ({ plan }) =>
      processes === undefined
        ? sandbox
        : createProcessRunner(processes, env, { except: listOwnFolders(plan, processes, journal), passEnv: [] }),
    tools: () => createTerminalTools(processes === undefined ? undefined : createServerStarter(processes, env)),
    openRunSecrets: () => createEnvSecrets(env, isAllowed),
    clock: nodeClock,
    random: Math.random,
    catalogue,
    tokens: loadTokenCounter,
    newId: () => createRunId(nodeClock.now()),
    filesOf: () => (work === undefined ? noFiles : createFolderFiles(work, [], journal === undefined ? [] : [journal])),
    writesThrough: allowScripts,
  };
}

function expectResult<T>(result: Result<T, string>): T {
  if (result.ok) return result.value;
  throw new AppError('VALIDATION_ERROR', result.error);
}

/** What runs have that were given no folder. What they write they keep themselves. */
const noFiles: Files = {
  list: async () => [],
  read: async () => undefined,
  write: async () => {},
  remove: async () => {},
};
