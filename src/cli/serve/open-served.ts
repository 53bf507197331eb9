import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { parseEnv } from 'node:util';
import { err, ok, type Result } from '@/base/result';
import { findStdioRefusal } from '@/engine/tools/stdio-servers';
import { decodeText } from '@/formats/decode-text';
import type { Plan } from '@/plan/plan';
import { findSetAddress } from '@/providers/find-set-address';
import { loadTokenCounter } from '@/providers/token-counter';
import { findServedFile } from '@/serve/runs/served-file';
import type { ServeLimits } from '@/serve/serve-limits';
import type { ServeLog } from '@/serve/serve-log';
import type { ServeOptions } from '@/serve/serve-options';
import { explainFsError } from '../explain-fs-error';
import type { Io, Machine } from '../io';
import { nodeClock } from '../node-clock';
import { formatPlainLine } from '../plain-line';
import { readEnvProviders } from '../run/env-providers';
import { createRunId } from '../run/run-id';
import { createRunCatalogue } from '../run/run-prices';
import { findNamedStore } from '../run/store-place';
import { listOwnFolders } from '../run/terminal-host';
import { createTerminalModels } from '../run/terminal-models';
import { createTerminalTools } from '../run/terminal-tools';
import { readFlaggedUses } from '../secrets/allowed-uses';
import { createGrantFile } from '../secrets/grant-file';
import { createRunFileFolder } from './run-file-folder';
import { createSandboxScripts } from './sandbox-scripts';
import type { WorldFlags } from './serve-flags';
import { openServedSecrets } from './served-secrets';
import { findThreadFolder } from './thread-folder';
import { createTokenFile } from './token-file';
import { createWorkflowFolder } from './workflow-folder';

/** The version of the package. The build inserts it. */
declare const heddleVersion: string;

/** What is served of a folder, without what only a server over HTTP needs. */
type Served = Omit<ServeOptions, 'pageFolder' | 'origins' | 'hostNames' | 'isOpen'>;

/** A folder that is served. */
export interface OpenServed {
  readonly served: Served;
  /** Where its runs are kept, as a log may tell it. */
  readonly store: string;
  /** Whether that is a place which several machines reach. */
  readonly isShared: boolean;
  close(): void;
}

/** The file with the tokens of a folder. */
export function buildTokenFilePath(folder: string): string {
  return join(folder, '.heddle', 'tokens.json');
}

/** The folder that a command names, as an absolute path. Refused with a message. */
export function findServedFolder({ machine }: Pick<Io, 'machine'>, args: readonly string[]): Result<string, string> {
  const [named = '.', ...more] = args;
  if (more.length > 0) return err('Which folder? One at a time.');
  const folder = resolve(machine.folder, named);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return err(`${named}: there is no such folder.`);
  return ok(realpathSync(folder));
}

/** Opens a folder for a server: its workflows, its runs, its tokens, and this machine within its permissions. */
export async function openServed(
  io: Io,
  folder: string,
  flags: WorldFlags,
  limits: ServeLimits,
  log: ServeLog,
): Promise<Result<OpenServed, string>> {
  const env = await readEnv(io, flags['env-file']);
  if (!env.ok) return env;
  const machine: Machine = { ...io.machine, env: env.value };
  const known = flags.provider ?? [];
  const providers = readEnvProviders(machine.env, known, flags.protocol ?? []);
  if (!providers.ok) return providers;
  const allowed = readFlaggedUses(machine.env, flags['allow-secret']);
  if (!allowed.ok) return allowed;
  const { secrets, openFor, refusalFor } = openServedSecrets(
    env.value,
    allowed.value,
    createGrantFile(join(folder, '.heddle')),
    nodeClock.now,
    (warning) =>
      log.warn({ warning }, 'What secrets may be sent where cannot be read, so only what this process allows is.'),
  );
  const catalogue = createRunCatalogue({ ...io, machine }, providers.value, flags);
  const usual = join(folder, '.heddle', 'runs');
  const { address, place } = findNamedStore(machine, flags, usual, usual);
  const journal = await machine.openJournal(address, (warning) => log.warn({ warning }, 'journal'));
  const { 'allow-scripts': isTrusted = false, 'pass-env': passEnv = [] } = flags;
  const stored = { ...journal, files: journal.files ?? createRunFileFolder(join(folder, '.heddle', 'run-files')) };
  const stores = place.folder === undefined ? [] : [place.folder];
  const getWorkFolder = (workflow: string) => buildWorkFolder(folder, workflow);
  const sandbox = createSandboxScripts(findThreadFolder());
  return ok({
    close: () => journal.close(),
    store: place.name,
    isShared: place.folder === undefined,
    served: {
      version: typeof heddleVersion === 'undefined' ? '0' : heddleVersion,
      stores: stored,
      workflows: createWorkflowFolder(folder, stores),
      tokens: createTokenFile(buildTokenFilePath(folder)),
      known,
      refusalOf: (plan, file) => (isTrusted ? undefined : findServerRefusal(plan)) ?? refusalFor(plan, file),
      secrets,
      limits,
      log,
      world: {
        models: createTerminalModels(machine, providers.value, catalogue),
        scripts: ({ plan, workflowId }) => {
          const work = getWorkFolder(workflowId);
          return isTrusted
            ? machine.scripts(work, { except: listOwnFolders(plan, work, place.folder), passEnv })
            : sandbox;
        },
        ...(isTrusted ? {} : { sandbox }),
        tools: ({ workflowId }) =>
          createTerminalTools(isTrusted ? machine.servers(getWorkFolder(workflowId)) : undefined),
        openRunSecrets: async ({ id }) => openFor(await findServedFile(stored, id)),
        clock: nodeClock,
        random: Math.random,
        catalogue,
        tokens: loadTokenCounter,
        addressOf: (id) => findSetAddress(providers.value.providers, id),
        newId: () => createRunId(nodeClock.now()),
        filesOf: (workflow) => machine.files(getWorkFolder(workflow), [], stores),
        writesThrough: isTrusted,
      },
    },
  });
}

/** The environment, over the variables of a file. */
async function readEnv(io: Io, file: string | undefined): Promise<Result<Machine['env'], string>> {
  if (file === undefined) return ok(io.machine.env);
  try {
    const text = decodeText(await io.read(resolve(io.machine.folder, file), 2 ** 20));
    return text.ok ? ok({ ...parseEnv(text.value), ...io.machine.env }) : err(`${file}: ${text.error.message}`);
  } catch (error) {
    return err(`${file}: ${explainFsError(error)}`);
  }
}

/** The folder in which a workflow works: its own. */
function buildWorkFolder(folder: string, workflow: string): string {
  const own = dirname(resolve(folder, workflow));
  const isWithin = own === folder || own.startsWith(folder === sep ? sep : folder + sep);
  return isWithin && existsSync(own) ? own : folder;
}

function findServerRefusal(plan: Plan): string | undefined {
  const refusal = findStdioRefusal(plan, 'this server does only with --allow-scripts');
  return refusal && formatPlainLine(refusal);
}
