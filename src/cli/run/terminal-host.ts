import { resolve } from 'node:path';
import { walkPlannedTasks } from '@/engine/log/planned-tasks';
import type { SecretOf } from '@/engine/ports/machine';
import { createRunHost, type RunHost } from '@/host/run-host';
import type { Plan } from '@/plan/plan';
import { findSetAddress } from '@/providers/find-set-address';
import { loadTokenCounter } from '@/providers/token-counter';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';
import { refusedScripts } from '../scripts/refused-scripts';
import type { EnvProviders } from './env-providers';
import { addGivenFiles, type InputFiles } from './given-files';
import type { OpenJournal } from './open-journal';
import { createRunId } from './run-id';
import type { RunCatalogue } from './run-prices';
import type { RunTerminal } from './run-terminal';
import type { RunFlags } from './run-wishes';
import { createTerminalModels } from './terminal-models';
import { createTerminalTools } from './terminal-tools';

interface HostOptions extends OpenJournal {
  readonly io: Io;
  /** Files that inputs were given. Left out: none. */
  readonly givenFiles?: InputFiles | undefined;
  /** Folder in which scripts run, and whose files tasks can read. */
  readonly work: string;
  readonly providers: EnvProviders;
  readonly catalogue: () => Promise<RunCatalogue>;
  readonly wishes: RunFlags;
  readonly secretOf: SecretOf;
  readonly terminal: RunTerminal;
}

/** The host of a command's run. It has access to this machine within its permissions, and reports to the terminal. */
export function createTerminalHost({
  io,
  journal,
  place,
  work,
  providers,
  catalogue,
  wishes,
  secretOf,
  terminal,
  givenFiles,
}: HostOptions): RunHost {
  const { scripts, servers, files } = io.machine;
  const { 'allow-scripts': allowed = false, 'pass-env': passEnv = [] } = wishes;
  return createRunHost({
    stores: journal,
    locks: journal.locks,
    models: createTerminalModels(io.machine, providers, catalogue),
    scripts: ({ plan }) => {
      return allowed ? scripts(work, { except: listOwnFolders(plan, work, place?.folder), passEnv }) : refusedScripts;
    },
    tools: () => createTerminalTools(allowed ? servers(work) : undefined),
    files: ({ plan }) => {
      const own = files(work, Object.keys(plan.memoryIndex), place?.folder === undefined ? [] : [place.folder]);
      return addGivenFiles(own, givenFiles, io);
    },
    openRunSecrets: () => secretOf,
    clock: nodeClock,
    random: Math.random,
    catalogue,
    tokens: loadTokenCounter,
    person: terminal.person,
    listener: terminal,
    addressOf: (id) => findSetAddress(providers.providers, id),
    newId: () => createRunId(nodeClock.now()),
  });
}

/** The folders in which the run itself writes: its journal, and outputs that are stored as files. */
export function listOwnFolders(plan: Plan, work: string, journal: string | undefined): readonly string[] {
  const kept = [plan.limits, ...[...walkPlannedTasks(plan)].map(([, { limits }]) => limits)];
  const folders = new Set(kept.map(({ externalStorageDir }) => resolve(work, externalStorageDir)));
  return [...folders, ...(journal === undefined ? [] : [journal])];
}
