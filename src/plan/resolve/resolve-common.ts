import { defined, omitEmpty } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { formatTaskLabel } from '@/workflow/document';
import { orderVariables } from '@/workflow/expressions/variables';
import { allowNullable } from '@/workflow/nullable-schema';
import type { Task } from '@/workflow/tasks';
import { findInputTask } from '@/workflow/tasks/input-kind';
import { isPinned } from '@/workflow/tasks/pin';
import { usualSlot } from '@/workflow/tasks/returned';
import { runsOtherTasks } from '@/workflow/tasks/traits';
import { defaultMaxIterations, defaultReparseDepth, defaultRetry } from '../limits';
import type {
  ContextManagement,
  PlannedBestOf,
  PlannedCommon,
  PlannedLoop,
  PlannedPin,
  PlannedReparse,
  PlannedTask,
  PlannedVoting,
  RetryPolicy,
} from '../plan';
import { resolveBudget, resolveContext } from './resolve-limits';
import type { Surroundings } from './surroundings';

/** The position of a task among its siblings. */
export interface Position {
  readonly id: string;
  readonly index: number;
  readonly needs: readonly number[];
  readonly reads: readonly number[];
  readonly wave: number;
}

/** Plans a part of a task, under its segment. */
export type PlanPart = (part: Task, segment: string) => PlannedTask;

/** Resolves the fields that all task types have. `around` already has the task's own limits. */
export function resolveCommon(
  task: Task,
  position: Position,
  around: Surroundings,
  order: number,
  part: PlanPart,
): PlannedCommon {
  const { loop, voting, bestOf, contextManagement, triggerRule } = task;
  const reparse = resolveReparse(task);
  const filledVariables = orderVariables((task.variables ?? {}) as JsonObject).names;
  const budget = resolveBudget(task.limits);
  const inputs = Object.entries(task.inputs ?? {});
  return {
    ...position,
    order,
    label: formatTaskLabel(position.id, task),
    ...defined({ subtype: task.subtype }),
    disabled: task.disabled ?? false,
    ...(task.breakpoint ? { breakpoint: task.breakpoint === 'after' ? 'after' : 'before' } : {}),
    ...(isPinned(task) ? { pinned: resolvePin(task.pinned as Json) } : {}),
    priority: task.priority ?? 'normal',
    ...defined({
      triggerRule: triggerRule === undefined || triggerRule === 'default' ? undefined : triggerRule,
      condition: task.condition,
    }),
    inputs: Object.fromEntries(inputs.filter(([, input]) => findInputTask(input) === undefined)) as Record<
      string,
      Json
    >,
    inputTasks: inputs.flatMap(([name, input]) => {
      const inner = findInputTask(input);
      return inner === undefined ? [] : [part(inner, `input:${name}`)];
    }),
    variables: (task.variables ?? {}) as JsonObject,
    ...defined({ filledVariables: omitEmpty(filledVariables) }),
    returns: task.returns ?? {},
    ...defined({
      output: task.output,
      outputSchema: task.outputSchema === undefined ? undefined : allowNullable(task.outputSchema as JsonObject),
      validate: task.validate,
    }),
    limits: around.limits,
    context: resolveContext(
      task.injectContext === false ? { ...task.context, mode: 'none' } : task.context,
      around.settings.context,
      around.limits,
    ),
    ...defined({ budget }),
    retry: resolveRetry(task, around),
    ...(loop === undefined ? {} : { loop: resolveLoop(loop) }),
    ...(voting === undefined ? {} : { voting: resolveVoting(voting) }),
    ...(bestOf === undefined ? {} : { bestOf: resolveBestOf(bestOf, part) }),
    ...(reparse === undefined ? {} : { reparse }),
    ...(contextManagement === undefined ? {} : { contextManagement: resolveManagement(contextManagement) }),
    ...(task.checkpoint === false ? { checkpoint: false as const } : {}),
    clearMemory: task.clearMemory ?? false,
    rebuildMemory: task.rebuildMemory ?? false,
    ...(task.criteria === undefined ? {} : { criteria: [task.criteria].flat().join(', ') }),
    outputSlot: task.outputSlot ?? usualSlot,
    ...defined({ inputSource: task.inputSource }),
    strictEvaluation: task.validationRules === 'strict',
  };
}

/** `true`: what an earlier run recorded; anything else is the output itself. */
function resolvePin(pinned: Json): PlannedPin {
  if (pinned === true) return { recorded: true };
  return { content: typeof pinned === 'string' ? pinned : encodeJson(pinned, 2) };
}

/**
 * The workflow's error handling is the default for tasks without parts, field by field. A container is retried only if
 * it says so itself, for connection errors too, because its parts were retried already.
 */
function resolveRetry(task: Task, { settings }: Surroundings): RetryPolicy {
  const own = task.errorHandling;
  const isContainer = runsOtherTasks(task);
  const outer = isContainer ? undefined : settings.errorHandling;
  return {
    onError: own?.onError ?? outer?.onError ?? defaultRetry.onError,
    maxRetries:
      own?.maxRetries ?? outer?.maxRetries ?? (isContainer && own?.onError !== 'retry' ? 0 : defaultRetry.maxRetries),
    backoff: own?.backoff ?? outer?.backoff ?? defaultRetry.backoff,
    onMaxRetries: own?.onMaxRetries ?? outer?.onMaxRetries ?? defaultRetry.onMaxRetries,
  };
}

function resolveLoop(loop: NonNullable<Task['loop']>): PlannedLoop {
  const { type, count, condition, maxIterations, progress, state } = loop;
  const { iterations = 5, chars = 500 } = progress ?? {};
  const shown = {
    ...(progress && { progress: { iterations, chars } }),
    ...(state && { state: { next: state, initial: buildInitialState(state, loop.initialState) } }),
  };
  if (type === 'repeat') return { type, count: count ?? 1, ...shown };
  return { type, condition: condition ?? 'false', maxIterations: maxIterations ?? defaultMaxIterations, ...shown };
}

/** The value of each name in the first round; null where none is written. */
function buildInitialState(state: Readonly<Record<string, string>>, initial: JsonObject = {}): JsonObject {
  const values = Object.keys(state).map((name) => [name, Object.hasOwn(initial, name) ? initial[name] : null]);
  return Object.fromEntries(values);
}

function resolveVoting(voting: NonNullable<Task['voting']>): PlannedVoting {
  const { maxTokens, patterns = [] } = voting.redFlags ?? {};
  return {
    k: voting.k ?? 3,
    maxRetries: voting.maxRetries ?? 3,
    normalize: voting.normalize ?? 'trim',
    firstTemperature: voting.firstTemperature ?? 0,
    temperature: voting.temperature ?? 0.1,
    redFlags: { ...defined({ maxTokens }), patterns },
  };
}

function resolveBestOf({ n = 1, evaluator }: NonNullable<Task['bestOf']>, part: PlanPart): PlannedBestOf {
  if (evaluator === undefined) throw new Error('A best_of without an evaluator passed the checks.');
  return { n, evaluator: part(evaluator, 'best_of') };
}

function resolveReparse({ reparse, disableReparsing, manualXml }: Task): PlannedReparse | undefined {
  if (reparse === undefined || disableReparsing === true || manualXml === true) return undefined;
  return {
    on: reparse.on ?? ['resource_exhaustion', 'invalid_output', 'no_progress'],
    maxDepth: reparse.maxDepth ?? defaultReparseDepth,
  };
}

function resolveManagement(settings: NonNullable<Task['contextManagement']>): ContextManagement {
  return {
    inheritContext: settings.inheritContext ?? 'none',
    accumulateData: settings.accumulateData ?? false,
    accumulationFormat: settings.accumulationFormat ?? 'notes_only',
  };
}
