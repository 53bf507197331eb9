import { defined } from '@/base/defined';
import { isNestedDeeper, type JsonObject, maxNesting } from '@/base/json';
import { nameSchema } from '@/base/name-schema';
import type { Files } from '@/engine/ports/files';
import { listArgumentProblems } from '@/engine/tools/declared-arguments';
import { checkMeaning } from '@/formats/check-meaning';
import { createEarlierRuns } from '@/host/earlier-runs';
import { type PlannedFork, planFork } from '@/host/planned-fork';
import type { RunHost } from '@/host/run-host';
import { listAttachedPaths } from '@/plan/attachments/attached-paths';
import { lookAtFiles } from '@/plan/attachments/planned-files';
import { planRun, type RunnablePlan } from '@/plan/make-plan';
import { buildPartialPlan } from '@/plan/partial/partial-plan';
import type { RunTargets } from '@/plan/partial/run-targets';
import type { Plan } from '@/plan/plan';
import { findPretence } from '@/plan/simulated-only';
import type { Execution, ForkRequest } from '@/run/runner';
import type { WorkflowDocument } from '@/workflow/document';
import type { FileContent } from '@/workflow/file-repository';
import { formatInputProblems } from '@/workflow/inputs/read-inputs';
import { continueInputs, setInputs } from '@/workflow/inputs/set-inputs';
import { callBestMatch } from '@/workflow/matching/matched-call';
import { parseModelName } from '@/workflow/model-name';
import { overrideModel } from '@/workflow/override-document';
import type { Reuse } from '@/workflow/reuse';
import type { ReadServed } from '../input-schema';
import { createRequestRefusal, createWorkflowRefusal } from '../refused-request';
import type { ServedWorld, ServeOptions } from '../serve-options';
import { isSent } from './sent-workflow';
import { findServedFile } from './served-file';

/** What a run is started with. */
export interface StartWish {
  readonly inputs?: JsonObject | undefined;
  /** The model of every task, as `provider:name`; left out: those that the workflow names. */
  readonly model?: string | undefined;
  readonly files?: readonly FileContent[] | undefined;
  /** A sentence: the definition of the workflow that fits it best is all that runs. Left out: the workflow runs. */
  readonly match?: string | undefined;
  /** What the machine has to have that runs it, where several share runs. */
  readonly labels?: readonly string[] | undefined;
  /** Which earlier runs may answer calls that do not say it; left out: the one that is continued. */
  readonly reuse?: Reuse | undefined;
  /** The tasks to run; left out: all. */
  readonly targets?: RunTargets | undefined;
}

/** A run that takes from an earlier one what still holds. Its files lie over those that the earlier run has. */
export interface ForkWish
  extends Omit<ForkRequest, 'executionId'>,
    Pick<StartWish, 'inputs' | 'files' | 'labels' | 'targets' | 'reuse'> {}

/** A run that is planned and not stored yet. */
export interface PlannedStart extends Pick<StartWish, 'files' | 'labels'> {
  readonly workflowId: string;
  /** The text of its workflow; undefined: it has the plan of another run. */
  readonly text: string | undefined;
  readonly plan: Plan;
  readonly fork?: PlannedFork;
  /** The run whose files it begins with. */
  readonly filesFrom?: string;
}

/** Plans runs before they are stored. Errors: 400, 422. */
export interface StartPlanner {
  planOf(served: ReadServed, wish: StartWish): Promise<RunnablePlan>;
  start(served: ReadServed, wish: StartWish): Promise<PlannedStart>;
  /** A fork of a run, of another workflow than that run if it is given. */
  fork(source: Execution, served: ReadServed | undefined, wish: ForkWish): Promise<PlannedStart>;
}

interface PlannerOptions
  extends Pick<ServeOptions, 'stores' | 'known' | 'refusalOf' | 'workflows'>,
    Pick<ServedWorld, 'catalogue' | 'filesOf'> {
  readonly host: Pick<RunHost, 'stateAt'>;
  /** The files of a run over those of its workflow. */
  readonly filesFor: (executionId: string, workflowId: string) => Files;
}

type LookedAt = Parameters<typeof lookAtFiles>[0];

/** Makes the planner of a server. */
export function createStartPlanner(options: PlannerOptions): StartPlanner {
  const { stores, known, refusalOf, workflows, host, catalogue, filesOf, filesFor } = options;

  async function planServed(
    served: ReadServed,
    { inputs = {}, model, files = [], match }: StartWish,
    beneath: LookedAt,
    mayLack = false,
  ): Promise<RunnablePlan> {
    if (served.read.document === undefined) throw createWorkflowRefusal(served.name, served.read.diagnostics);
    const document = matchDocument(served.read.document, match, inputs);
    const taken = match === undefined ? [] : listArguments(document);
    const set = await setServedInputs(served, document, {
      inputs,
      taken,
      mayLack,
      files: addGivenFiles(files, beneath),
    });
    if (model !== undefined && parseModelName(model, undefined, known).provider === undefined) {
      throw createRequestRefusal(400, 'The model is written as provider:name.');
    }
    const checked = checkMeaning(
      { ...served.read, document: model === undefined ? set : overrideModel(set, model) },
      known,
    );
    const found = await planRun(checked, {
      known,
      catalogue,
      files: async (plan) => {
        const patterns = listAttachedPaths(plan);
        return patterns.length === 0 ? [] : lookAtFiles(addGivenFiles(files, beneath), patterns);
      },
    });
    if (!found.ok) throw createWorkflowRefusal(served.name, found.error);
    await refusePlan(found.value.plan, isSent(served.name) ? undefined : workflows.placeOf?.(served.name)?.file);
    return found.value;
  }

  async function refusePlan(plan: Plan, file: string | undefined): Promise<void> {
    const refusal = await refusalOf(plan, file);
    if (refusal !== undefined) throw createRequestRefusal(422, refusal);
  }

  const planWish = (served: ReadServed, wish: StartWish, mayLack?: boolean) =>
    planServed(served, wish, filesOf(served.name), mayLack);

  return {
    planOf: (served, wish) => planWish(served, wish, true),
    start: async (served, wish) => {
      const { plan } = await planWish(served, wish);
      const { targets, files, labels, reuse } = wish;
      const whole = targets === undefined ? plan : buildPartialPlan(plan, targets, []);
      return { workflowId: served.name, text: served.text, plan: addReuse(whole, reuse), files, labels };
    },
    fork: async (source, served, { targets, files, inputs: given, labels = source.labels, reuse, ...wish }) => {
      const { id } = source;
      const document = served?.read.document;
      // What the earlier run was given holds for its fork.
      const inputs = document && continueInputs(document, source.plan, given);
      const of = served && (await planServed(served, { files, inputs }, filesFor(id, served.name))).plan;
      const plan =
        of && targets
          ? buildPartialPlan(of, targets, await createEarlierRuns(stores, host, id, { pretence: findPretence(of) }))
          : of;
      const fork = await planFork(stores.blobs, source, { ...wish, ...defined({ plan }) });
      if (plan === undefined) await refusePlan(fork.plan, await findServedFile(stores, id));
      return {
        workflowId: served?.name ?? source.workflowId,
        text: served?.text,
        plan: addReuse(fork.plan, reuse),
        fork,
        filesFrom: id,
        files,
        labels,
      };
    },
  };
}

function addReuse(plan: Plan, mode: Reuse | undefined): Plan {
  return mode === undefined ? plan : { ...plan, reuse: { mode } };
}

/** The document, or one that calls what fits a sentence best. Error 422: nothing fits. */
function matchDocument(document: WorkflowDocument, sentence: string | undefined, inputs: JsonObject): WorkflowDocument {
  if (sentence === undefined) return document;
  const matched = callBestMatch(document, sentence, inputs);
  if (!matched.ok) throw createRequestRefusal(422, matched.error);
  return matched.value;
}

/** The inputs that the calls of a document take as arguments. */
function listArguments({ tasks }: WorkflowDocument): readonly string[] {
  return Object.values(tasks).flatMap((task) => (task.type === 'call' ? Object.keys(task.args ?? {}) : []));
}

interface ServedInputs {
  readonly inputs: JsonObject;
  /** Names of those that a call takes as its arguments. */
  readonly taken: readonly string[];
  readonly mayLack: boolean;
  readonly files: LookedAt;
}

/** The document with what its run is given. Error 400: what is missing or does not fit, all of it. */
async function setServedInputs(
  served: ReadServed,
  document: WorkflowDocument,
  { inputs, taken, mayLack, files }: ServedInputs,
): Promise<WorkflowDocument> {
  const declared = document.inputs;
  checkInputNames(inputs);
  if (declared === undefined) checkVariables(served, inputs, taken);
  const own = Object.entries(inputs).filter(
    ([name]) => declared === undefined || Object.hasOwn(declared, name) || !taken.includes(name),
  );
  const givesFile = own.some(([name]) => declared?.[name]?.type === 'file');
  const sizes = givesFile ? new Map((await files.list()).map(({ path, bytes }) => [path, { bytes }])) : undefined;
  const findFile = sizes && ((path: string) => sizes.get(path));
  const set = setInputs(document, Object.fromEntries(own), { findFile, mayLack });
  if (set.ok) return set.value;
  throw createRequestRefusal(400, `The inputs do not fit. ${formatInputProblems(set.error).join(' ')}`);
}

function checkInputNames(inputs: JsonObject): void {
  for (const [name, value] of Object.entries(inputs)) {
    if (!nameSchema.safeParse(name).success) throw createRequestRefusal(400, 'An input has a name that is none.');
    if (isNestedDeeper(value, maxNesting)) throw createRequestRefusal(400, `The input “${name}” is nested too deep.`);
  }
}

/** `others`: inputs that are arguments, not variables. */
function checkVariables({ inputs: schema }: ReadServed, inputs: JsonObject, others: readonly string[]): void {
  const variables = Object.fromEntries(Object.entries(inputs).filter(([name]) => !others.includes(name)));
  const problems = listArgumentProblems(schema, variables);
  if (problems.length > 0)
    throw createRequestRefusal(
      400,
      `The inputs do not fit. ${problems.map((line) => line.replace(/^- /, '')).join(' ')}`,
    );
}

/** Files that come with a request, over those that there are. */
function addGivenFiles(files: readonly FileContent[], beneath: LookedAt): LookedAt {
  const own = new Map(files.map(({ path, content }) => [path, content]));
  return {
    list: async () => [
      ...(await beneath.list()).filter(({ path }) => !own.has(path)),
      ...[...own].map(([path, content]) => ({ path, bytes: content.length })),
    ],
    read: async (path) => own.get(path) ?? beneath.read(path),
  };
}
