import { err, type Result } from '@/base/result';
import { type Diagnostic, type DocumentPath, formatPath, type TextRange } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { locateTask } from '@/workflow/place';
import type { PlannedFile } from './attachments/planned-files';
import { buildPlan } from './build-plan';
import type { PlanEstimate } from './estimate/estimate';
import { estimatePlan } from './estimate/estimate-plan';
import type { ModelCatalogue } from './model-facts';
import type { Plan } from './plan';
import type { Planned } from './planned';
import type { TokenCounter } from './ports';

/** A text that was read and checked: the document if it parses, and every problem with its place. */
export interface Checked {
  readonly document?: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
  /** Where a path of the document stands in the text; left out: what only a plan finds has no place there. */
  readonly locate?: ((path: DocumentPath) => TextRange | undefined) | undefined;
}

/**
 * Plans what was read, and foresees what a run will take. `known` are provider ids from settings besides the built-in ones.
 * `files`: what is attached, as it is now; without them attachments are not looked at.
 * The tokenizer and the price list are large, and loaded only for what can run.
 */
export async function makePlan(
  checked: Checked,
  known: readonly string[],
  loadTokens: () => Promise<TokenCounter>,
  loadCatalogue: () => Promise<ModelCatalogue>,
  files: readonly PlannedFile[] = [],
): Promise<Planned> {
  const plan = planChecked(checked, known);
  if (!plan.ok) return { ok: false, diagnostics: plan.error };
  const estimate = estimatePlan(plan.value, await loadTokens(), await loadCatalogue(), files);
  const told = [
    ...estimate.attachmentProblems.map((one) => attachmentProblem(one, checked)),
    ...estimate.refusedTools.map((one) => toolRefusal(one, checked)),
  ];
  const notes = [...checked.diagnostics, ...told];
  if (told.some(({ severity }) => severity === 'error')) return { ok: false, diagnostics: notes };
  return { ok: true, plan: plan.value, estimate, notes };
}

/** What is wrong with an attachment, at its place in the document; that of a fallback at the fallbacks of the task. */
function attachmentProblem(
  { place, index, problem, fallback }: PlanEstimate['attachmentProblems'][number],
  checked: Checked,
): Diagnostic {
  const found = checked.document && locateTask(checked.document, place);
  // Where its agent or the workflow lists the fallbacks, the place of the attachment is the nearest.
  const isOwn = fallback && found?.task.fallbackModels !== undefined;
  const path = found === undefined ? [] : [...found.path, ...(isOwn ? ['fallback_models'] : ['attachments', index])];
  const kind = fallback
    ? ({ code: 'HED517', severity: 'warning' } as const)
    : ({ code: 'HED318', severity: 'error' } as const);
  return withRange({ ...kind, message: problem, path }, checked);
}

/**
 * A tool that the model of a task does not have, where the task lists it; else at the task, which has it from its agent
 * or what holds it.
 */
function toolRefusal({ place, tool, problem }: PlanEstimate['refusedTools'][number], checked: Checked): Diagnostic {
  const found = checked.document && locateTask(checked.document, place);
  const index = found?.task.tools?.findIndex((one) => (typeof one === 'string' ? one : one.name) === tool) ?? -1;
  const path = found === undefined ? [] : index < 0 ? found.path : [...found.path, 'tools', index];
  const advice = 'Give the task another model, or remove the tool.';
  return withRange({ code: 'HED319', severity: 'error', message: `${problem} ${advice}`, path }, checked);
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
  const place = formatPath(problem.path);
  const found = diagnostics.find(({ code, path }) => code === problem.code && formatPath(path) === place)?.range;
  const range = found ?? locate?.(problem.path);
  return range === undefined ? problem : { ...problem, range };
}
