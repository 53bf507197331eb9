import { basename, join, relative, resolve } from 'node:path';
import type { CaseWorld } from '@/cases/case-world';
import type { OpenCase } from '@/cases/open-case';
import { hideFiles } from '@/host/hide-files';
import { loadTokenBounds, loadTokenCounter } from '@/providers/token-counter';
import type { WorkflowDocument } from '@/workflow/document';
import { listTestFiles } from '@/workflow/test-files';
import type { ExitCode } from '../exit-code';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';
import type { EnvProviders } from '../run/env-providers';
import { createRunId } from '../run/run-id';
import { createRunCatalogue } from '../run/run-prices';
import { createTerminalModels } from '../run/terminal-models';
import { createTerminalTools } from '../run/terminal-tools';
import { openRunSecrets } from '../secrets/ask-secrets';
import { createSandboxScripts } from '../serve/sandbox-scripts';
import { findThreadFolder } from '../serve/thread-folder';
import type { TestFlags } from './read-test-counts';
import type { TestStore } from './test-store';

/** What the runs of cases reach. A number: the exit code of a refusal that was printed. */
export async function openCaseWorld(
  io: Io,
  document: WorkflowDocument,
  folder: string,
  { file, testsFile }: { readonly file: string; readonly testsFile: string | undefined },
  flags: TestFlags,
  providers: EnvProviders,
  open: readonly OpenCase[],
  store: TestStore,
): Promise<CaseWorld | ExitCode> {
  const plan = open.find(({ prepared }) => prepared !== undefined)?.prepared?.plan;
  const catalogue = createRunCatalogue(io, providers, flags, plan);
  const isLive = flags['allow-tools'] === true && open.some(({ found }) => found.test.tools === 'live');
  const secretOf =
    isLive && plan !== undefined
      ? await openRunSecrets(io, plan, resolve(folder, basename(file)), {}, true)
      : undefined;
  if (secretOf?.ok === false) return secretOf.error;
  // The file of the workflow itself, and that of its tests, say what is expected, too.
  const named = [basename(file), ...[testsFile, flags.rows].filter((name) => name !== undefined)];
  const reports = [flags.baseline, flags.junit, flags.html, flags.markdown].flatMap((name) =>
    name === undefined || name === '-' ? [] : [resolve(io.machine.folder, name)],
  );
  const others = [...named.map((name) => resolve(folder, name)), ...reports].map((name) => findPathIn(folder, name));
  const hidden = new Set([...listTestFiles(document), ...others]);
  const scripts = io.machine.scripts;
  const files = io.machine.files(folder, [], []);
  let listed: ReturnType<typeof files.list> | undefined;
  // What is offered to a model hangs on which files there are. Only scripts change that, and a folder may be large.
  const list = flags['allow-scripts'] === true ? files.list : () => (listed ??= files.list());
  return {
    clock: nodeClock,
    newRunId: createRunId,
    catalogue,
    tokens: loadTokenCounter,
    tokenBounds: loadTokenBounds,
    models: createTerminalModels(io.machine, providers, catalogue),
    files: hideFiles({ ...files, list }, hidden),
    scripts:
      flags['allow-scripts'] === true ? scripts(folder, { except: [join(folder, '.heddle')], passEnv: [] }) : undefined,
    openTools: flags['allow-tools'] === true ? () => createTerminalTools(undefined) : undefined,
    sandbox: createSandboxScripts(findThreadFolder()),
    store,
    secretOf: secretOf?.value ?? (() => undefined),
  };
}

/** The path of a file as the runs of a workflow name it, from the folder of the workflow. */
const findPathIn = (folder: string, file: string): string => `/${relative(folder, file).replaceAll('\\', '/')}`;
