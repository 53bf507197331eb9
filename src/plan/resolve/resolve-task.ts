import { defined, omitEmpty } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import { buildAskForm } from '@/workflow/ask-form';
import { evaluationSchema, strictEvaluationSchema } from '@/workflow/evaluation-schema';
import { getGraph } from '@/workflow/graph/graph';
import { readSteps } from '@/workflow/graph/read-steps';
import { collectReads } from '@/workflow/graph/reads';
import type { TaskRecord } from '@/workflow/task-record';
import type { Task, TaskOf, TaskType } from '@/workflow/tasks';
import { readFrom } from '@/workflow/tasks/input-kind';
import { getStepId } from '@/workflow/tasks/parts';
import { listReturns } from '@/workflow/tasks/returned';
import { defaultMaxIterations, defaultMaxResults, defaultReparseDepth, defaultStateTemplate } from '../limits';
import type { PipelineSteps, PlannedCommon, PlannedItems, PlannedOf, PlannedTask } from '../plan';
import { collectMatchNames, collectStepMatchNames, isMatchingParts } from './memory-match';
import { listNamedWholes } from './named-wholes';
import { mergeApprove } from './resolve-approval';
import { resolveAttachments } from './resolve-attachments';
import { resolveAgent, resolveCall } from './resolve-call';
import { type PlanPart, type Position, resolveCommon } from './resolve-common';
import { mergeLimits } from './resolve-limits';
import { resolveMatcher } from './resolve-matcher';
import { listToolsWithin, resolveScriptTools, resolveTool, resolveTools } from './resolve-tools';
import { ResolvedBefore } from './resolved-before';
import type { Surroundings } from './surroundings';

type Resolve<K extends TaskType> = (
  task: TaskOf<K>,
  common: PlannedCommon,
  around: Surroundings,
  part: PlanPart,
) => PlannedOf<K>;

/** By task type, how its own fields are resolved. */
const resolvers: { readonly [K in TaskType]: Resolve<K> } = {
  atomic: (task, common, around) => ({
    type: 'atomic',
    ...(common.subtype === 'evaluator' && common.id !== 'best_of' ? addVerdictSchema(common) : common),
    ...resolveCall(task, around),
    prompt: task.description ?? '',
    ...defined({ expectedOutput: task.expectedOutput }),
    tools: resolveTools(task, common.id, around),
    tier: resolveAgent(task.agent, around.settings).tier ?? 'worker',
    interactive: task.interactive ?? false,
    inputTimeoutMs: task.inputTimeoutMs ?? 0,
    ...defined({
      attachments: task.attachments && resolveAttachments(task.attachments, task, around.settings),
    }),
  }),
  script: (task, common, around) => {
    const { extensions: _extensions, ...body } = task.script ?? {};
    const tools = resolveScriptTools(task, around);
    return {
      type: 'script',
      ...common,
      ...defined({
        script: task.script === undefined ? undefined : body,
        readsGiven: isReadingGiven(task, around) || undefined,
        tools: omitEmpty(tools),
      }),
    };
  },
  sequential: (task, common, around) => ({
    type: 'sequential',
    ...common,
    steps: resolveSteps(task.steps ?? [], around),
    isRead: readSteps(task.steps ?? []),
  }),
  map: (task, common, _around, part) => ({
    type: 'map',
    ...common,
    ...resolveItems(task.items),
    innerTask: part(expectPart(task.innerTask), 'inner_task'),
    ...defined({ maxConcurrency: task.maxConcurrency }),
    onItemError: task.onItemError ?? 'fail',
  }),
  reduce: (task, common, _around, part) => ({
    type: 'reduce',
    ...common,
    ...resolveItems(task.items),
    initialValue: task.initialValue ?? null,
    ...(task.innerTask === undefined ? {} : { innerTask: part(task.innerTask, 'inner_task') }),
    reductionTask: part(expectPart(task.reductionTask), 'reduction_task'),
  }),
  cond: (task, common, _around, part) => ({
    type: 'cond',
    ...common,
    cases: (task.cases ?? []).map((one, index) => ({
      test: one.test,
      task: part(expectPart(one.task), `case:${index + 1}`),
    })),
    ...(task.else === undefined ? {} : { else: part(task.else, 'else') }),
  }),
  group: (task, common, around) => ({
    type: 'group',
    ...common,
    tasks: resolveGraph(task.subtasks ?? {}, around),
    completionMode: task.completionMode ?? 'all',
  }),
  director_evaluator: (task, common, _around, part) => {
    const mode = task.mode ?? 'dynamic';
    const director = part(expectPart(task.director), 'director');
    return {
      type: 'director_evaluator',
      ...common,
      mode,
      director: mode === 'static' ? removeRequestTool(director) : director,
      ...(task.script === undefined ? {} : { script: addTargetContent(part(task.script, 'script')) }),
      ...(task.evaluator === undefined ? {} : { evaluator: addVerdictSchema(part(task.evaluator, 'evaluator')) }),
      maxIterations: task.maxIterations ?? (mode === 'static' ? 1 : defaultMaxIterations),
      ...defined({ failsUnaccepted: (mode === 'static' && task.onUnaccepted !== 'complete') || undefined }),
    };
  },
  pipeline: (task, common, around) => ({
    type: 'pipeline',
    ...common,
    ...resolveCall(task, around),
    steps: resolvePipelineSteps(task.plan),
    state: (task.state ?? '') as Json,
    stateTemplate: task.stateTemplate ?? defaultStateTemplate,
    stepRetries: task.maxRetries ?? common.retry.maxRetries,
    ...defined({ pipelineId: task.pipelineId }),
  }),
  call: (task, common) => ({
    type: 'call',
    ...common,
    ref: task.ref ?? '',
    args: (task.args ?? {}) as Record<string, Json>,
  }),
  associative_memory: (task, common, around) => {
    const call = resolveMatcher(task, around);
    return {
      type: 'associative_memory',
      ...common,
      query: task.query ?? '',
      maxResults: task.constraints?.maxResults ?? defaultMaxResults,
      relevanceThreshold: task.constraints?.relevanceThreshold ?? 0,
      ...defined({ call }),
    };
  },
  ask: (task, common) => ({
    type: 'ask',
    ...common,
    message: task.message ?? task.description ?? '',
    form: buildAskForm(task),
    deadlineMs: task.deadlineMs ?? 0,
    onDeadline: task.onDeadline ?? 'fail',
  }),
  tool: (task, common, around) => ({
    type: 'tool',
    ...common,
    tools: [resolveTool(task, around)],
    args: (task.args ?? {}) as Record<string, Json>,
  }),
  reparse: (task, common, around) => ({
    type: 'reparse',
    ...common,
    ...resolveCall(task, around),
    error: (task.failedTask?.error ?? null) as Json,
    originalPrompt: task.failedTask?.originalPrompt ?? task.description ?? '',
    maxDepth: task.reparse?.maxDepth ?? defaultReparseDepth,
  }),
};

/** The position of a task without siblings; it lacks only the id. */
export const alone = { index: 0, needs: [], reads: [], wave: 0 } as const;

/** Resolves a task: its references, merged limits and defaults. The task must be free of errors. */
export function resolveTask(task: Task, position: Position, outer: Surroundings): PlannedTask {
  const order = outer.order.next++;
  const limits = mergeLimits(task.limits, outer.limits);
  const own: Surroundings = { ...outer, limits, approve: mergeApprove(task.approve, outer.approve) };
  const within = {
    ...own,
    isMatched: isMatchingParts(task, outer.isMatched),
    isGiven: outer.isGiven === true || isGivingNames(task),
    tools: listToolsWithin(task, position.id, outer),
    variables: { ...outer.variables, ...(task.variables as JsonObject | undefined) },
  };
  const around = task.type === 'atomic' ? own : within;
  // Input tasks are told what the task is told. The evaluator of `best_of` is sent nothing from other tasks.
  const getPartSurroundings = (segment: string): Surroundings => {
    if (segment === 'best_of') return { ...within, isMatched: false };
    if (!segment.startsWith('input:')) return within;
    return { ...within, isMatched: task.type === 'atomic' && outer.isMatched };
  };
  const resolvePart: PlanPart = (inner, segment) =>
    resolveTask(inner, { ...alone, id: segment }, getPartSurroundings(segment));
  const common = resolveCommon(task, position, around, order, resolvePart);
  const resolve = resolvers[task.type] as Resolve<TaskType>;
  return Object.freeze(resolve(task, common, around, resolvePart));
}

/**
 * Resolves tasks with dependencies among them, in the author's order. Those that are as the last time, among the same
 * dependencies and in the same surroundings, are the same objects.
 */
export function resolveGraph(tasks: TaskRecord, outer: Surroundings): readonly PlannedTask[] {
  const around = { ...outer, matches: collectMatchNames(tasks, outer) };
  const graph = getGraph(tasks);
  const { ids, dependencies, wave } = graph;
  const before = new ResolvedBefore(graph, tasks, around);
  const position = new Map<string, number>(ids.map((id, index) => [id, index]));
  const planned = ids.map((id, index) => {
    const known = before.take(id, index);
    if (known !== undefined) return known;
    const needs = (dependencies.get(id) ?? []).map((need) => position.get(need) as number);
    const task = tasks[id] as Task;
    const reads = listNamedBy(task, around).flatMap((name) => position.get(name) ?? []);
    const resolved = resolveTask(task, { id, index, needs, reads, wave: wave.get(id) ?? 0 }, around);
    const named = isTellingNamed(task, around) ? [] : listNamedWholes(task, (name) => position.has(name));
    const planned = named.length === 0 ? resolved : { ...resolved, context: { ...resolved.context, named } };
    return addSlots(task, planned, planned.context.mode !== 'automatic');
  });
  before.keep(planned);
  return Object.freeze(planned);
}

/** Whether the context block is to tell again what the prompt has already. */
function isTellingNamed(task: Task, { settings }: Surroundings): boolean {
  return task.context?.repeatNamed ?? settings.context?.repeatNamed ?? false;
}

/** Names that a task uses in its texts, and those listed in its `include_tasks`, or else in the workflow's. */
function listNamedBy(task: Task, { settings }: Surroundings): readonly string[] {
  const included = task.context?.includeTasks ?? settings.context?.includeTasks ?? [];
  return [...new Set([...collectReads(task), ...included])];
}

/** Resolves steps; each waits for the one before it. */
export function resolveSteps(steps: readonly Task[], outer: Surroundings): readonly PlannedTask[] {
  const around = { ...outer, matches: collectStepMatchNames(steps, outer) };
  const planned = steps.map((step, index) =>
    addSlots(
      step,
      resolveTask(
        step,
        { id: getStepId(step, index), index, needs: index === 0 ? [] : [index - 1], reads: [], wave: index },
        around,
      ),
      true,
    ),
  );
  return Object.freeze(planned);
}

/** A director or an evaluator outside a loop: it leaves its verdict, or reads one, under the name of its slot. */
function addSlots(task: Task, planned: PlannedTask, tellsSlots: boolean): PlannedTask {
  const { subtype } = planned;
  if (subtype !== 'director' && subtype !== 'evaluator') return planned;
  return Object.freeze({ ...planned, returns: listReturns(task), ...defined({ tellsSlots: tellsSlots || undefined }) });
}

/** In a static loop the evaluation always follows, so the director needs no tool to request it. */
function removeRequestTool(director: PlannedTask): PlannedTask {
  if (director.type !== 'atomic') return director;
  return { ...director, tools: director.tools.filter(({ tool }) => tool.builtin !== 'request_evaluation') };
}

/** The script of a loop gets the draft on standard input, unless it sets its own input. */
function addTargetContent(script: PlannedTask): PlannedTask {
  if (script.type !== 'script' || script.script === undefined || script.script.stdin !== undefined) return script;
  if (Object.keys(script.inputs).length + script.inputTasks.length > 0) return script;
  return { ...script, script: { ...script.script, stdin: '{{target_content}}' } };
}

/** Whether a script that says nothing of its input is given values: an item, or what the rounds of a loop hand on. */
function isReadingGiven({ script, inputs }: TaskOf<'script'>, { isGiven }: Surroundings): boolean {
  if (isGiven !== true || script === undefined || script.stdin !== undefined) return false;
  return Object.keys(inputs ?? {}).length === 0;
}

/** Whether a task gives its parts, or itself, names that it does not declare. */
function isGivingNames({ type, loop }: Task): boolean {
  return type === 'map' || type === 'reduce' || loop !== undefined;
}

/** An evaluator without its own schema returns the verdict defined by the language. */
function addVerdictSchema<T extends PlannedCommon>(task: T): T {
  if (task.outputSchema !== undefined) return task;
  return { ...task, outputSchema: task.strictEvaluation ? strictEvaluationSchema : evaluationSchema };
}

function resolveItems(items: TaskOf<'map'>['items']): { readonly items?: PlannedItems } {
  if (items === undefined) return {};
  return { items: Array.isArray(items) ? { list: items as readonly Json[] } : (items as { from: string }) };
}

function resolvePipelineSteps(plan: TaskOf<'pipeline'>['plan']): PipelineSteps {
  if (plan === undefined || Array.isArray(plan)) return { list: plan ?? [] };
  const from = readFrom(plan);
  if (from !== undefined) return { from };
  const repeated = plan as { repeat: number; step: string };
  return /\{(i|total)\}/.test(repeated.step) ? { ...repeated, isNumbered: true } : repeated;
}

function expectPart(part: Task | undefined): Task {
  if (part === undefined) throw new Error('A task without a part that it needs passed the checks.');
  return part;
}
