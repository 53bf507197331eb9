import type { Json, JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import { buildPlan } from '@/plan/build-plan';
import type { Plan } from '@/plan/plan';
import { mapTaskAt } from '@/workflow/commands/map-task-at';
import type { WorkflowDocument } from '@/workflow/document';
import { hasDeclaredInputs, listInputFields } from '@/workflow/inputs/input-field';
import { parseInputText } from '@/workflow/inputs/read-inputs';
import { setInputs } from '@/workflow/inputs/set-inputs';
import type { TaskId } from '@/workflow/names';
import { getRootPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import type { FoundCase } from './find-cases';

/** A case that can run: its plan, and the values that its run is given. */
export interface PreparedCase {
  readonly found: FoundCase;
  readonly plan: Plan;
  readonly variables: JsonObject;
}

/**
 * Plans the run of a case: the workflow with its inputs, its limits, and the results of tasks that are mocked. Refused
 * with a sentence.
 */
export function prepareCase(
  document: WorkflowDocument,
  found: FoundCase,
  known: readonly string[],
): Result<PreparedCase, string> {
  const { test } = found;
  const inputs = parseRowInputs(document, found);
  const { tests: _tests, testDefaults: _defaults, ...workflow } = document;
  const set = setInputs(workflow, inputs);
  if (!set.ok) return err(set.error.map(({ name, message }) => `${name}: ${message}`).join(' '));
  let prepared: WorkflowDocument = { ...set.value, limits: { ...document.limits, ...test.limits } };
  for (const [taskPath, value] of Object.entries(test.mock?.outputs ?? {})) {
    const mocked = mapTaskAt(prepared, taskPath, (task): Task => ({ ...task, pinned: formatMock(value) }));
    if (mocked === undefined) return err(`There is no task “${taskPath}” to mock.`);
    prepared = mocked;
  }
  if (test.target !== undefined) {
    const reduced = reduceToTarget(prepared, test.target, known);
    if (!reduced.ok) return reduced;
    prepared = reduced.value;
    const missing = listUnmocked(prepared, test.target);
    if (missing.length > 0 && test.recording === undefined) {
      return err(`“${test.target}” needs ${missing.join(', ')}, which is neither mocked nor recorded.`);
    }
  }
  const plan = buildPlan(prepared, known);
  if (!plan.ok) return err(plan.error.find(({ severity }) => severity === 'error')?.message ?? 'It cannot be planned.');
  return ok({ found, plan: plan.value, variables: { ...document.variables, ...inputs } });
}

/** Cells of a row are texts, which are read by the type of their input. */
function parseRowInputs(document: WorkflowDocument, { test, row }: FoundCase): JsonObject {
  const given = test.inputs ?? {};
  if (!hasDeclaredInputs(document)) return given;
  const fields = new Map(listInputFields(document).map((field) => [field.name, field]));
  const entries = Object.entries(given).map(([name, value]): [string, Json] => {
    const field = fields.get(name);
    if (field === undefined || typeof value !== 'string' || row[name] !== value) return [name, value];
    const parsed = parseInputText(field, value);
    return [name, parsed.ok ? parsed.value : value];
  });
  return Object.fromEntries(entries);
}

/** A pin that is a text is the output as it is; anything else is JSON. */
function formatMock(value: Json): Json {
  return typeof value === 'string' || value === true ? (value === true ? encodeJson(value) : value) : value;
}

/** The workflow with the root of the target and what it depends on, and nothing else. */
function reduceToTarget(
  document: WorkflowDocument,
  target: string,
  known: readonly string[],
): Result<WorkflowDocument, string> {
  const whole = buildPlan(document, known);
  if (!whole.ok)
    return err(whole.error.find(({ severity }) => severity === 'error')?.message ?? 'It cannot be planned.');
  const { tasks } = whole.value;
  const root = tasks.findIndex(({ id }) => id === getRootPath(target));
  const kept = new Set<number>();
  const keep = (index: number) => {
    if (index < 0 || kept.has(index)) return;
    kept.add(index);
    for (const need of tasks[index]?.needs ?? []) keep(need);
  };
  keep(root);
  const ids = new Set([...kept].map((index) => String(tasks[index]?.id)));
  const entries = Object.entries(document.tasks).filter(([id]) => ids.has(id));
  return ok({ ...document, tasks: Object.fromEntries(entries) as Record<TaskId, Task> });
}

function listUnmocked({ tasks }: WorkflowDocument, target: string): readonly string[] {
  return Object.entries(tasks).flatMap(([id, task]) =>
    id === getRootPath(target) || task.pinned !== undefined ? [] : [id],
  );
}
