import { err, ok, type Result } from '@/base/result';
import { type Diagnostic, type DocumentPath, formatPath, type TextRange } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { locateTask } from '@/workflow/task-path';
import type { PlannedFile } from './attachments/planned-files';
import { buildPlan } from './build-plan';
import { estimatePlan } from './estimate/estimate-plan';
import type { ModelCatalogue } from './model-facts';
import { type ModelRefusal, refusalsOf } from './model-refusals';
import type { Plan } from './plan';
import type { Planned } from './planned';
import type { TokenCounter } from './ports';
import { hasMakerTools } from './tools/maker-tools';

/** A text that was read and checked: the document if it parses, and every problem with its place. */
export interface Checked {
  readonly document?: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
  /** Where a path of the document is in the text; left out: what only a plan finds has no place there. */
  readonly locate?: ((path: DocumentPath) => TextRange | undefined) | undefined;
}

/** What planning takes of the world. What is large is loaded only for plans that need it. */
export interface PlanningWorld {
  /** Provider ids from settings besides the built-in ones. */
  readonly known: readonly string[];
  readonly catalogue: () => Promise<ModelCatalogue>;
  /** Looks at what a plan attaches. */
  readonly files: (plan: Plan) => Promise<readonly PlannedFile[]>;
}

/** A plan that can run. */
export interface RunnablePlan {
  readonly plan: Plan;
  /** What it attaches, as it is now. */
  readonly files: readonly PlannedFile[];
  /** What is worth reading before the run. */
  readonly notes: readonly Diagnostic[];
}

/**
 * Plans what was read for a run. Refused with every problem, those among them that models have with what they are
 * given.
 */
export async function planRun(
  checked: Checked,
  { known, catalogue, files: look }: PlanningWorld,
): Promise<Result<RunnablePlan, readonly Diagnostic[]>> {
  const planned = planChecked(checked, known);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const files = await look(plan);
  const mayRefuse = files.length > 0 || hasMakerTools(plan);
  const refusals = mayRefuse ? refusalsOf(plan, await catalogue(), files) : [];
  const told = refusals.map((refusal) => refusalDiagnostic(refusal, checked));
  const notes = [...checked.diagnostics, ...told];
  return told.some(({ severity }) => severity === 'error') ? err(notes) : ok({ plan, files, notes });
}

/** Plans what was read as {@link planRun} does, and foresees what a run will take. */
export async function makePlan(
  checked: Checked,
  world: PlanningWorld,
  loadTokens: () => Promise<TokenCounter>,
): Promise<Planned> {
  const planned = await planRun(checked, world);
  if (!planned.ok) return { ok: false, diagnostics: planned.error };
  const { plan, files, notes } = planned.value;
  return { ok: true, plan, estimate: estimatePlan(plan, await loadTokens(), await world.catalogue(), files), notes };
}

function refusalDiagnostic(refusal: ModelRefusal, checked: Checked): Diagnostic {
  return withRange(
    refusal.kind === 'attachment' ? refusedAttachment(refusal, checked) : refusedTool(refusal, checked),
    checked,
  );
}

/** What is wrong with an attachment, at its place in the document; that of a fallback at the fallbacks of the task. */
function refusedAttachment(
  { taskPath, index, problem, fallback }: Extract<ModelRefusal, { kind: 'attachment' }>,
  { document }: Checked,
): Diagnostic {
  const found = document && locateTask(document, taskPath);
  // Where its agent or the workflow lists the fallbacks, the place of the attachment is the nearest.
  const isOwn = fallback && found?.task.fallbackModels !== undefined;
  const path = found === undefined ? [] : [...found.path, ...(isOwn ? ['fallback_models'] : ['attachments', index])];
  const kind = fallback
    ? ({ code: 'HED517', severity: 'warning' } as const)
    : ({ code: 'HED318', severity: 'error' } as const);
  return { ...kind, message: problem, path };
}

/**
 * A tool that the model of a task does not have, where the task lists it; else at the task, which has it from its agent
 * or what holds it.
 */
function refusedTool(
  { taskPath, tool, problem }: Extract<ModelRefusal, { kind: 'tool' }>,
  { document }: Checked,
): Diagnostic {
  const found = document && locateTask(document, taskPath);
  const index = found?.task.tools?.findIndex((one) => (typeof one === 'string' ? one : one.name) === tool) ?? -1;
  const path = found === undefined ? [] : index < 0 ? found.path : [...found.path, 'tools', index];
  const advice = 'Give the task another model, or remove the tool.';
  return { code: 'HED319', severity: 'error', message: `${problem} ${advice}`, path };
}

/** Plans what was read, without foreseeing anything. Refused with every error. */
export function planChecked(checked: Checked, known: readonly string[]): Result<Plan, readonly Diagnostic[]> {
  const { document, diagnostics } = checked;
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (document === undefined || errors.length > 0) return err(errors);
  const plan = buildPlan(document, known);
  return plan.ok ? plan : err(plan.error.map((problem) => withRange(problem, checked)));
}

/** What refuses a plan stood as a warning in the text, or is looked up there. */
function withRange(problem: Diagnostic, { diagnostics, locate }: Checked): Diagnostic {
  const field = formatPath(problem.path);
  const found = diagnostics.find(({ code, path }) => code === problem.code && formatPath(path) === field)?.range;
  const range = found ?? locate?.(problem.path);
  return range === undefined ? problem : { ...problem, range };
}
