import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import { encodeCanonicalJson, type Json } from '@/base/json';
import { createToolError } from '@/base/tool-error';
import { formatModelName } from '@/plan/format-model-name';
import { createGlobalEnvironment } from '@/plan/global-environment';
import type { Plan, PlannedAtomic, PlannedTask } from '@/plan/plan';
import { planFragment } from '@/plan/plan-fragment';
import type { CallField } from '@/plan/resolve/resolve-call';
import { isReadingFiles, listWorkflowTools } from '@/plan/resolve/resolve-tools';
import type { NamedTool } from '@/plan/resolve/surroundings';
import type { JournalPath } from '@/run/journal-path';
import type { WorkflowDocument } from '@/workflow/document';
import { createScope, markAuthored } from '@/workflow/expressions/environment';
import type { Task } from '@/workflow/tasks';
import type { Tool } from '@/workflow/tasks/tools';
import type { PartOptions } from '../attempt';
import { buildWrittenCall } from '../effects/written-call';
import { createAnswer, expectConversingTask, type ToolAnswer, type ToolUse } from './handler-tool';

/** The parts of a frame that a subtask does not share. */
interface SubtaskOptions extends Pick<PartOptions, 'environment' | 'givenNames' | 'depth'> {
  readonly path: JournalPath;
}

/**
 * Runs a task for a model, inside the model's own task. The run shows it, and it counts against the budgets of the
 * containers. Its result is the answer of the tool, its failure the tool's error. It sees only the variables of the
 * workflow and its own inputs.
 */
export async function runSubtask(
  planned: PlannedTask,
  { attempt }: ToolUse,
  options: SubtaskOptions,
): Promise<ToolAnswer> {
  const { run, frame, meter } = attempt;
  const { path, environment = createSubtaskScope(run.plan), givenNames = [], depth = frame.depth } = options;
  const end = await attempt.aside(() =>
    run.runTask(planned, {
      ...frame,
      path,
      environment,
      givenNames,
      depth,
      context: async () => [],
      progress: [],
      previous: () => undefined,
      meter,
    }),
  );
  switch (end.status) {
    case 'completed':
      return createAnswer(end.record.content);
    case 'failed':
      throw createToolError(end.failure.message, end.failure.advice);
    case 'skipped':
      return createAnswer('There was nothing to do.');
    case 'cancelled':
      throw createCancelledError('The run');
  }
}

/** A scope with the variables of the workflow, and inside it the values from a model, which tools do not see. */
export function createSubtaskScope(
  globals: Parameters<typeof createGlobalEnvironment>[0],
  given: Readonly<Record<string, Json>> = {},
) {
  return createScope('inputs', given, markAuthored(createGlobalEnvironment(globals)));
}

/**
 * The model of a task with its fallbacks and reasoning effort, and the options of its agent. Options of the task itself
 * apply only to its own conversation.
 */
export function copyModelFields(
  { model, agent, reasoningEffort, ...call }: PlannedAtomic,
  { settings }: Plan,
): Pick<Task, CallField> {
  const options = agent === undefined ? undefined : settings.agents?.[agent]?.options;
  return {
    model: formatModelName(model),
    ...buildWrittenCall(call, settings),
    ...defined({ options, reasoningEffort }),
  };
}

/**
 * Plans a task that a model asked for, under a name. Of the tools that workflow tasks have, it gets those that the
 * asking task has. Throws its problems as an answer for the model.
 */
export function planSubtask(name: string, task: Omit<Task, 'id'>, names: readonly string[], use: ToolUse): PlannedTask {
  const { attempt } = use;
  const asker = expectConversingTask(use);
  const { settings, providers } = attempt.run.plan;
  const tools = selectGivenTools(listWorkflowTools(settings), asker);
  const surroundings = { settings, providers, names, limits: asker.limits, tools };
  const planned = planFragment({ [name]: task } as WorkflowDocument['tasks'], surroundings);
  if (!planned.ok)
    throw createToolError(`The task cannot be run: ${planned.error.map(({ message }) => message).join(' ')}`);
  const [only] = planned.value;
  if (only === undefined) throw new Error('A task was planned to none.');
  return only;
}

/** The tools of a subtask: at most those of the asking task, including those that read files if that task has them. */
function selectGivenTools(tools: readonly NamedTool[], { tools: own }: PlannedAtomic): readonly NamedTool[] {
  const known = new Map(own.map(({ tool }) => [buildToolKey(tool), tool]));
  const given = tools.flatMap(({ name, tool }) => {
    const its = known.get(buildToolKey(tool));
    return its === undefined ? [] : [{ name, tool: its }];
  });
  return [...given, ...own.filter(isReadingFiles).map(({ name, tool }) => ({ name, tool }))];
}

/** What identifies a tool: all but whether its calls have to be approved, which the asking task may have tightened. */
function buildToolKey({ approve: _approve, ...tool }: Tool): string {
  return encodeCanonicalJson(tool);
}

/** A model's text as a template that renders to the same text. */
export function escapeTemplate(text: string): string {
  return text.replaceAll('{{', '\\{{');
}
