import { cancelled } from '@/base/cancelled';
import { canonicalJson, type Json } from '@/base/json';
import type { Plan, PlannedAtomic, PlannedTask } from '@/plan/plan';
import { planFragment } from '@/plan/plan-fragment';
import type { CallField } from '@/plan/resolve/resolve-call';
import { readsFiles, workflowTools } from '@/plan/resolve/resolve-tools';
import type { NamedTool } from '@/plan/resolve/surroundings';
import type { JournalPath } from '@/run/journal-path';
import type { WorkflowDocument } from '@/workflow/document';
import { asAuthored, scopeOf } from '@/workflow/expressions/environment';
import type { Task } from '@/workflow/tasks';
import type { PartOptions } from '../attempt';
import { modelName } from '../effects/run-prices';
import { writtenCall } from '../effects/written-call';
import { refused, said, type ToolAnswer, type ToolUse } from './handler-tool';

/** What of a frame a subtask has of its own. */
interface Place extends Pick<PartOptions, 'environment' | 'givenNames' | 'depth'> {
  readonly path: JournalPath;
}

/**
 * Runs a task on behalf of a model, within the task that it works at: it is seen in the run, and counts against the
 * budgets around. Its result is the tool's, its failure the tool's error. It sees the variables of the workflow and
 * what it is given, nothing else.
 */
export async function runSubtask(planned: PlannedTask, { attempt }: ToolUse, place: Place): Promise<ToolAnswer> {
  const { run, frame, meter } = attempt;
  const { path, environment = subtaskScope(run.plan.variables), givenNames = [], depth = frame.depth } = place;
  const end = await attempt.aside(() =>
    run.runTask(planned, {
      ...frame,
      path,
      environment,
      givenNames,
      depth,
      context: async () => [],
      previous: () => undefined,
      meter,
    }),
  );
  switch (end.status) {
    case 'completed':
      return said(end.record.content);
    case 'failed':
      throw refused(end.failure.message, end.failure.advice);
    case 'skipped':
      return said('Nothing was to be done.');
    case 'cancelled':
      throw cancelled('The run');
  }
}

/** The variables of the workflow, and within them what a model gives, of which tools see nothing. */
export function subtaskScope(variables: Readonly<Record<string, Json>>, given: Readonly<Record<string, Json>> = {}) {
  return scopeOf('inputs', given, asAuthored(scopeOf('variables', variables)));
}

/**
 * The model of a task, those to fall back to, and how hard it is to think, with the options that its agent has: those
 * of the task itself are about its own conversation.
 */
export function sameModel(
  { model, agent, reasoningEffort, ...call }: PlannedAtomic,
  { settings }: Plan,
): Pick<Task, CallField> {
  const options = agent === undefined ? undefined : settings.agents?.[agent]?.options;
  return {
    model: modelName(model),
    ...writtenCall(call, settings),
    ...(options === undefined ? {} : { options }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  };
}

/**
 * Plans a task that a model asked for, under a name. Of the tools that a task of the workflow has it gets those that
 * the asker has. Throws what the model may be told of its problems.
 */
export function planSubtask(
  name: string,
  task: Omit<Task, 'id'>,
  names: readonly string[],
  { task: asker, attempt }: ToolUse,
): PlannedTask {
  const { settings, providers } = attempt.run.plan;
  const tools = givenTools(workflowTools(settings), asker);
  const around = { settings, providers, names, limits: asker.limits, tools };
  const planned = planFragment({ [name]: task } as WorkflowDocument['tasks'], around);
  if (!planned.ok) throw refused(`The task cannot be run: ${planned.error.map(({ message }) => message).join(' ')}`);
  const [only] = planned.value;
  if (only === undefined) throw new Error('A task was planned to none.');
  return only;
}

/** What a subtask may use: no more than who asks for it, and what reads files if that does. */
function givenTools(tools: readonly NamedTool[], { tools: own }: PlannedAtomic): readonly NamedTool[] {
  const known = new Set(own.map(({ tool }) => canonicalJson(tool)));
  const given = tools.filter(({ tool }) => known.has(canonicalJson(tool)));
  return [...given, ...own.filter(readsFiles).map(({ name, tool }) => ({ name, tool }))];
}

/** A text of a model as a template that says just that. */
export function literal(text: string): string {
  return text.replaceAll('{{', '\\{{');
}
