import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { EngineDeps } from '@/engine/deps';
import { tasksOf } from '@/engine/log/planned-tasks';
import type { Files, ToolClient } from '@/engine/ports';
import type { Plan } from '@/plan/plan';
import { createModelClient } from '@/providers/create-model-client';
import { createLimiter } from '@/providers/limits/limiter';
import { loadTokenCounter } from '@/providers/token-counter';
import { createToolClient } from '@/tools/create-tool-client';
import type { Machine } from '../io';
import { nodeClock } from '../node-clock';
import { refusedScripts, simulatedScripts } from '../scripts/harmless-scripts';
import type { EnvProviders } from './env-providers';
import type { RunCatalogue } from './run-prices';
import type { RunWishes } from './run-wishes';

/** Where a run works, and where it is kept; undefined: in memory. */
interface RunFolders {
  readonly work: string;
  readonly journal: string | undefined;
}

/** The world of a run, but its journal and its person. */
export function runWorld(
  machine: Machine,
  plan: Plan,
  { work, journal }: RunFolders,
  providers: EnvProviders,
  catalogue: () => Promise<RunCatalogue>,
  { simulate = false, 'allow-scripts': allowed = false }: RunWishes,
): Omit<EngineDeps, 'events' | 'blobs' | 'checkpoints' | 'person'> {
  const { env, scripts, servers, files, limits } = machine;
  const limitsOf = (id: string) => providers.providers.find((provider) => provider.id === id)?.limits;
  const real = files(work, Object.keys(plan.memoryIndex));
  return {
    models: createModelClient({
      streams: true,
      providers: () => providers.providers,
      keyOf: providers.keyOf,
      // The environment does not change while the process runs.
      onKeyChange: () => () => {},
      secretOf: (name) => env[`HEDDLE_SECRET_${name}`],
      catalogue,
      limiter: createLimiter({ share: limits, limitsOf, clock: nodeClock, newId: randomUUID }),
    }),
    scripts: simulate ? simulatedScripts : allowed ? scripts(work, ownFolders(plan, work, journal)) : refusedScripts,
    tools: simulate ? simulatedTools : createToolClient(allowed ? { startServer: servers(work) } : {}),
    files: simulate ? readOnly(real) : real,
    secretOf: (name) => env[`HEDDLE_SECRET_${name}`],
    clock: nodeClock,
    random: Math.random,
    catalogue,
    tokens: loadTokenCounter,
  };
}

/** Where the run itself writes in the folder that it works in: its journal, and outputs that are files of their own. */
function ownFolders(plan: Plan, work: string, journal: string | undefined): readonly string[] {
  const kept = [plan.limits, ...[...tasksOf(plan)].map(([, { limits }]) => limits)];
  const folders = new Set(kept.map(({ externalStorageDir }) => resolve(work, externalStorageDir)));
  return [...folders, ...(journal === undefined ? [] : [journal])];
}

/** Tools that reach nothing. */
const simulatedTools: ToolClient = {
  http: async () => ({ status: 200, text: 'A simulated answer.' }),
  mcpTools: async () => ({ tools: [], problems: [] }),
  mcpCall: async () => ({ text: 'A simulated answer.', isError: false }),
  mcpResources: async () => ({ resources: [], templates: [], problems: [] }),
  mcpRead: async () => 'A simulated answer.',
  close: async () => {},
};

function readOnly({ list, read }: Files): Files {
  return { list, read, write: async () => {}, remove: async () => {} };
}
