import { err, ok, type Result } from '@/base/result';
import { type Diagnostic, type DocumentPath, formatPath, type TextRange } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { locateTask } from '@/workflow/task-path';
import type { PlannedFile } from './attachments/planned-files';
import { buildLongPlan } from './build-plan';
import type { EstimateStep } from './estimate/estimate';
import { estimateInSteps, estimatePlan } from './estimate/estimate-plan';
import type { ModelCatalogue } from './model-facts';
import { listRefusals, type ModelRefusal } from './model-refusals';
import { listNamedModels } from './models-of-plan';
import type { Plan } from './plan';
import type { Planned } from './planned';
import type { LoadTokenCounter } from './ports';
import { hasMakerTools } from './tools/maker-tools';

/** A text that was parsed and checked: the document if it could be parsed, and every problem with its position. */
export interface Checked {
  readonly document?: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
  /** Finds the text range of a document path; left out: problems that only planning finds have no range. */
  readonly locate?: ((path: DocumentPath) => TextRange | undefined) | undefined;
}

/** What planning needs from outside. Large things are loaded only for plans that need them. */
export interface PlanningWorld {
  /** Provider ids from settings besides the built-in ones. */
  readonly known: readonly string[];
  readonly catalogue: () => Promise<ModelCatalogue>;
  /** Inspects the files that a plan attaches. */
  readonly files: (plan: Plan) => Promise<readonly PlannedFile[]>;
}

/** A plan that can run. */
export interface RunnablePlan {
  readonly plan: Plan;
  /** The files that it attaches, as they are now. */
  readonly files: readonly PlannedFile[];
  /** Warnings to read before the run. */
  readonly notes: readonly Diagnostic[];
}

/** Plans a checked document for a run. Errors: every problem, including what its models do not take. */
export async function planRun(
  checked: Checked,
  { known, catalogue, files: inspectFiles }: PlanningWorld,
): Promise<Result<RunnablePlan, readonly Diagnostic[]>> {
  const planned = await planChecked(checked, known);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const files = await inspectFiles(plan);
  const mayRefuse = files.length > 0 || hasMakerTools(plan);
  const refusals = mayRefuse ? listRefusals(plan, await catalogue(), files) : [];
  const refusalNotes = refusals.map((refusal) => buildRefusalDiagnostic(refusal, checked));
  const notes = [...checked.diagnostics, ...refusalNotes];
  return refusalNotes.some(({ severity }) => severity === 'error') ? err(notes) : ok({ plan, files, notes });
}

/** Who follows the estimate of a long plan while it is made. */
export interface PlanSteps {
  readonly onStep: (step: EstimateStep) => void;
  /** Waits between two steps. May reject, which ends the work. */
  readonly pause: () => Promise<void>;
}

/** Plans like {@link planRun}, and estimates what the run will use. */
export async function makePlan(
  checked: Checked,
  world: PlanningWorld,
  loadTokens: LoadTokenCounter,
  follower?: PlanSteps,
): Promise<Planned> {
  const planned = await planRun(checked, world);
  if (!planned.ok) return { ok: false, diagnostics: planned.error };
  const { plan, files, notes } = planned.value;
  const [tokens, catalogue] = await Promise.all([loadTokens(listNamedModels(plan)), world.catalogue()]);
  if (follower === undefined) return { ok: true, plan, estimate: estimatePlan(plan, tokens, catalogue, files), notes };
  const steps = estimateInSteps(plan, tokens, catalogue, files);
  for (;;) {
    const step = steps.next();
    if (step.done) return { ok: true, plan, estimate: step.value, notes };
    follower.onStep(step.value);
    await follower.pause();
  }
}

function buildRefusalDiagnostic(refusal: ModelRefusal, checked: Checked): Diagnostic {
  return addRange(
    refusal.kind === 'attachment' ? buildAttachmentDiagnostic(refusal, checked) : buildToolDiagnostic(refusal, checked),
    checked,
  );
}

/** The problem of an attachment, at its position in the document; for a fallback's problem, at the task's fallbacks. */
function buildAttachmentDiagnostic(
  { taskPath, index, problem, fallback }: Extract<ModelRefusal, { kind: 'attachment' }>,
  { document }: Checked,
): Diagnostic {
  const found = document && locateTask(document, taskPath);
  // If the agent or the workflow lists the fallbacks, the attachment is the nearest position.
  const isOwn = fallback && found?.task.fallbackModels !== undefined;
  const path = found === undefined ? [] : [...found.path, ...(isOwn ? ['fallback_models'] : ['attachments', index])];
  const kind = fallback
    ? ({ code: 'HED517', severity: 'warning' } as const)
    : ({ code: 'HED318', severity: 'error' } as const);
  return { ...kind, message: problem, path };
}

/**
 * The problem of a tool that the task's model does not have. It is reported where the task lists the tool; else at the
 * task, which inherits it from its agent or container.
 */
function buildToolDiagnostic(
  { taskPath, tool, problem }: Extract<ModelRefusal, { kind: 'tool' }>,
  { document }: Checked,
): Diagnostic {
  const found = document && locateTask(document, taskPath);
  const index = found?.task.tools?.findIndex((one) => (typeof one === 'string' ? one : one.name) === tool) ?? -1;
  const path = found === undefined ? [] : index < 0 ? found.path : [...found.path, 'tools', index];
  const advice = 'Give the task another model, or remove the tool.';
  return { code: 'HED319', severity: 'error', message: `${problem} ${advice}`, path };
}

/** The plan of a document, while that is held: a run often follows a plan that was looked at, or made ahead. */
const plans = new WeakMap<
  WorkflowDocument,
  { readonly known: string; readonly plan: ReturnType<typeof buildLongPlan> }
>();

/** Plans a checked document without an estimate. Errors: every error. */
export async function planChecked(
  checked: Checked,
  known: readonly string[],
): Promise<Result<Plan, readonly Diagnostic[]>> {
  const { document, diagnostics } = checked;
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (document === undefined || errors.length > 0) return err(errors);
  const providers = known.join('\n');
  const made = plans.get(document);
  const making = made?.known === providers ? made.plan : buildLongPlan(document, known);
  plans.set(document, { known: providers, plan: making });
  const plan = await making;
  return plan.ok ? plan : err(plan.error.map((problem) => addRange(problem, checked)));
}

/** Adds the text range: that of the warning that the text had for the same problem, or else one looked up by path. */
function addRange(problem: Diagnostic, { diagnostics, locate }: Checked): Diagnostic {
  const field = formatPath(problem.path);
  const found = diagnostics.find(({ code, path }) => code === problem.code && formatPath(path) === field)?.range;
  const range = found ?? locate?.(problem.path);
  return range === undefined ? problem : { ...problem, range };
}
