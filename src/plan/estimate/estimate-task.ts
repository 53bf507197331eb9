import { partPath } from '@/workflow/task-path';
import { assemblePrompt } from '../assemble-prompt';
import type { PlannedFile } from '../attachments/planned-files';
import type { Prompt } from '../message';
import type { ModelCatalogue } from '../model-facts';
import type { ModelRef, Plan, PlannedAtomic, PlannedTask } from '../plan';
import type { TokenCounter } from '../ports';
import { taskEnvironment } from '../task-environment';
import { usableWindow } from '../usable-window';
import type { Range, TaskEstimate } from './estimate';
import { type Foreseen, foreseeGlobal, foreseenScope, foreseeTasks, foreseeWithin, ownerOf } from './foreseen';
import { type ForeseenAttachments, foreseeAttachments } from './foreseen-attachments';
import { type ForeseenContext, foreseeContexts } from './foreseen-context';
import { type ForeseenHistory, foreseeHistory } from './foreseen-history';
import { unpricedTools } from './foreseen-maker-tools';
import { foreseenToolTokens, uncountedTools } from './foreseen-tools';
import { fallbacksOf, type MostTokens, modelOf } from './most-tokens';
import { ownCalls, partsRun } from './parts-run';
import { nothing, once, sumOf, times } from './range';

/** Depth to which nested library calls are followed; a definition that calls itself has no end. */
const followedCalls = 3;

/** The surroundings of a task: the names, the earlier outputs that may be in its prompt, and its siblings. */
interface TaskSurroundings {
  readonly foreseen: Foreseen;
  readonly context?: ForeseenContext | undefined;
  readonly siblings?: readonly PlannedTask[];
}

/** What other tasks and files may add to a task's prompt. */
interface ForeseenPrompt {
  readonly context: ForeseenContext | undefined;
  readonly history: ForeseenHistory | undefined;
  readonly attached: ForeseenAttachments | undefined;
}

/** Estimates tasks and their parts, and stores each estimate by task path. */
export class TaskEstimator {
  readonly estimates: Record<string, TaskEstimate> = {};
  /** Models whose price is not known, as `provider:name`. */
  readonly unpriced = new Set<string>();
  readonly #plan: Plan;
  readonly #tokens: TokenCounter;
  readonly #catalogue: ModelCatalogue;
  readonly #most: MostTokens;
  readonly #files: readonly PlannedFile[];
  #calls = 0;

  constructor(
    plan: Plan,
    tokens: TokenCounter,
    catalogue: ModelCatalogue,
    most: MostTokens,
    files: readonly PlannedFile[],
  ) {
    this.#files = files;
    this.#plan = plan;
    this.#tokens = tokens;
    this.#catalogue = catalogue;
    this.#most = most;
  }

  /** Estimates sibling tasks of `container`, which runs `runs` times. */
  graph(
    tasks: readonly PlannedTask[],
    container: string | undefined,
    runs: Range,
    foreseen: Foreseen,
    each: (task: PlannedTask) => Range = () => once,
  ): TaskEstimate[] {
    const certain = certainTasks(tasks);
    const contexts = foreseeContexts(tasks, foreseen);
    return tasks.map((task) => {
      const own = each(task);
      const may = certain[task.index] ? own : { ...own, low: 0 };
      const taskPath = container === undefined ? task.id : partPath(container, task.id);
      return this.task(task, taskPath, times(runs, may), { foreseen, context: contexts[task.index], siblings: tasks });
    });
  }

  /**
   * Estimates one task with all tasks in it. `asked`: how often it runs before its own condition and loop are applied.
   */
  task(
    task: PlannedTask,
    taskPath: string,
    requestedRuns: Range,
    { foreseen, context, siblings = [] }: TaskSurroundings,
  ): TaskEstimate {
    const runs = runsOf(task, requestedRuns);
    const own = ownCalls(task);
    const calls = times(runs, own.calls);
    const model = modelOf(task);
    const fallbacks = fallbacksOf(task);
    const history = task.type === 'atomic' ? foreseeHistory(task, siblings, this.#tokens, this.#most) : undefined;
    const attached = this.#attached(task);
    const prompt = task.type === 'atomic' ? foreseenPrompt(task, foreseen, { context, history, attached }) : undefined;
    const parts = this.#parts(task, taskPath, runs, { foreseen, context });
    const ownTokens = this.#ownTokens(task, model, prompt, calls, { foreseen, context, history, attached });
    const held = parts.estimates;
    const sum = (of: (part: TaskEstimate) => Range) => (parts.isChoice ? oneOf(held.map(of)) : sumOf(held.map(of)));
    const estimate: TaskEstimate = {
      id: taskPath,
      type: task.type,
      label: task.label,
      ...(model === undefined ? {} : { model }),
      ...(fallbacks.length === 0 ? {} : { fallbacks }),
      runs,
      calls: sumOf([calls, sum((part) => part.calls)]),
      inputTokens: sumOf([ownTokens.input, sum((part) => part.inputTokens)]),
      outputTokens: sumOf([ownTokens.output, sum((part) => part.outputTokens)]),
      costUsd: ownTokens.costUsd && sumOf([ownTokens.costUsd, sum((part) => part.costUsd ?? nothing)]),
      ...(ownTokens.window === undefined ? {} : { window: ownTokens.window }),
      exact: ownTokens.exact && held.every((part) => part.exact),
      assumed: [
        own.assumed,
        parts.assumed,
        uncountedTools(task),
        unpricedTools(task),
        ...(attached?.assumed ?? []),
      ].filter((text) => text !== undefined),
      ...(prompt === undefined ? {} : { prompt }),
      ...(context === undefined ? {} : { context: context.plan }),
      ...('tools' in task ? { tools: task.tools.map(({ name }) => name) } : {}),
    };
    this.estimates[taskPath] = estimate;
    return estimate;
  }

  #attached(task: PlannedTask): ForeseenAttachments | undefined {
    if (task.type !== 'atomic' || task.attachments === undefined) return undefined;
    return foreseeAttachments(task, this.#files);
  }

  #parts(task: PlannedTask, taskPath: string, runs: Range, { foreseen, context }: TaskSurroundings) {
    const { parts, isGraph = false, isChoice = false, assumed } = partsRun(task);
    const counted = new Map(parts.map((part) => [part.task, part.runs]));
    const within = foreseeWithin(task, foreseen);
    const siblings = isGraph || task.type === 'sequential' ? parts.map((part) => part.task) : [];
    const inner = siblings.length === 0 ? within : foreseeTasks(siblings, taskPath, within);
    const estimates = isGraph
      ? this.graph(siblings, taskPath, runs, inner, (part) => counted.get(part) ?? once)
      : parts.map((part) =>
          this.task(part.task, partPath(taskPath, part.task.id), times(runs, part.runs), {
            foreseen: inner,
            siblings,
            context: hasContextOf(task, part.task) ? context : undefined,
          }),
        );
    return {
      estimates: [...estimates, ...this.#called(task, taskPath, runs)],
      isChoice,
      ...(assumed === undefined ? {} : { assumed }),
    };
  }

  /** Estimates the definition that a library call runs, up to a few calls deep. */
  #called(task: PlannedTask, taskPath: string, runs: Range): TaskEstimate[] {
    const definition = task.type === 'call' && task.pinned === undefined ? this.#plan.library[task.ref] : undefined;
    if (task.type !== 'call' || definition === undefined || this.#calls === followedCalls) return [];
    this.#calls += 1;
    const parameters = Object.fromEntries(definition.parameters.map(({ name }) => [name, `‹${name}›`]));
    const called = foreseeWithin({ ...task, variables: {}, inputs: parameters }, foreseeGlobal(this.#plan, this.#most));
    const inner = partPath(partPath(taskPath, `call:${task.ref}`), definition.task.id);
    const estimate = this.task(definition.task, inner, runs, { foreseen: called });
    this.#calls -= 1;
    return [estimate];
  }

  #ownTokens(
    task: PlannedTask,
    model: ModelRef | undefined,
    prompt: Prompt | undefined,
    calls: Range,
    { foreseen, context, history, attached }: ForeseenPrompt & { readonly foreseen: Foreseen },
  ) {
    if (model === undefined || calls.high === 0) {
      return { input: nothing, output: nothing, costUsd: nothing, exact: true };
    }
    const text = prompt?.messages.map((message) => message.content).join('\n') ?? textOf(task);
    const known = this.#tokens.count(text, model);
    const most = this.#most(task);
    const tools = foreseenToolTokens(task, model, this.#tokens);
    const unknown = prompt === undefined ? most : unknownTokens(prompt, foreseen);
    const { window: size, maxInput } = this.#catalogue.factsOf(model);
    const usable = size === undefined ? undefined : usableWindow(size, most, task.limits, maxInput);
    const files = attached?.tokens ?? 0;
    const own = known.tokens + files + unknown + tools.high;
    const othersMax = (context?.maxTokens ?? 0) + (history?.maxTokens ?? 0);
    // Content from other tasks gets what the rest leaves of the window.
    const room = usable === undefined ? othersMax : Math.max(0, usable - own);
    const call = { low: known.tokens + files + tools.low, high: own + Math.min(othersMax, room) };
    const input = times(calls, call);
    const output = times(calls, { low: 0, high: most });
    const costUsd = this.#cost(model, calls, call, most, isCached(task));
    const window = size === undefined || usable === undefined ? {} : { window: { size, usable, call } };
    return { input, output, costUsd, exact: known.exact && files === 0, ...window };
  }

  /**
   * Cost in USD; null if the price is not known. The low end has an empty reply, and reads from a cache where possible;
   * the high end has the longest reply, thinking included, and writes everything to a cache.
   */
  #cost(model: ModelRef, calls: Range, call: Range, longest: number, cached: boolean): Range | null {
    const { cacheMinimum } = this.#catalogue.factsOf(model);
    const mayRead = cached && calls.high > 1 && cacheMinimum !== undefined && call.low >= cacheMinimum;
    const cachedTokens = mayRead ? call.low : 0;
    const low = this.#catalogue.costOf(model, { inputTokens: call.low, outputTokens: 0, cachedTokens });
    const most = { inputTokens: call.high, outputTokens: longest };
    const highs = [0, cached ? call.high : 0].map((cacheWriteTokens) =>
      this.#catalogue.costOf(model, { ...most, cacheWriteTokens }),
    );
    const high = highs.reduce((one, other) =>
      one === undefined || other === undefined ? undefined : Math.max(one, other),
    );
    if (low !== undefined && high !== undefined) return { low: calls.low * low, high: calls.high * high };
    this.unpriced.add(`${model.provider}:${model.model}`);
    return null;
  }
}

/** Whether a part is told what its container is told: its inputs, and the cases of a cond. */
function hasContextOf(task: PlannedTask, part: PlannedTask): boolean {
  return task.type === 'cond' || task.inputTasks.includes(part);
}

/** Whether prompts of a task may be cached. */
function isCached(task: PlannedTask): boolean {
  const call = task.type === 'associative_memory' ? task.call : 'model' in task ? task : undefined;
  return call !== undefined && call.cache !== 'off';
}

/**
 * For each task, whether it certainly runs if nothing fails: it has no condition, and no dependencies or one that
 * certainly runs.
 */
function certainTasks(tasks: readonly PlannedTask[]): readonly boolean[] {
  const certain: boolean[] = [];
  for (const { index, needs, condition, disabled } of tasks.toSorted((a, b) => a.wave - b.wave)) {
    const fed = needs.length === 0 || needs.some((need) => certain[need]);
    certain[index] = fed && condition === undefined && !disabled;
  }
  return certain;
}

function runsOf({ disabled, condition, loop }: PlannedTask, requestedRuns: Range): Range {
  if (disabled) return nothing;
  const may = condition === undefined ? requestedRuns : { ...requestedRuns, low: 0 };
  if (loop === undefined) return may;
  if (loop.type === 'repeat') return times(may, { low: loop.count, high: loop.count });
  return times(may, { low: loop.type === 'while' ? 0 : 1, high: loop.maxIterations });
}

/** The part of a task's prompts that is known before the run, for tasks that have no prompt of their own. */
function textOf(task: PlannedTask): string {
  if (task.type === 'pipeline') return [...task.system.map(({ value }) => value), task.stateTemplate].join('\n');
  if (task.type === 'associative_memory') return task.query;
  return task.type === 'reparse' ? task.originalPrompt : '';
}

/** The prompt with placeholders; undefined if a name is missing, which the checks report. */
function foreseenPrompt(
  task: PlannedAtomic,
  foreseen: Foreseen,
  { context, history, attached }: ForeseenPrompt,
): Prompt | undefined {
  const environment = taskEnvironment(task, foreseenScope(task, foreseen));
  if (!environment.ok) return undefined;
  const prompt = assemblePrompt(task, environment.value, {
    context: [...(context?.parts ?? []), ...(history?.parts ?? [])],
    givenNames: [],
    attached: attached?.parts ?? [],
  });
  if (!prompt.ok) return undefined;
  const owners = (from: readonly string[]) => from.map((name) => ownerOf(name, foreseen) ?? name);
  const parts = prompt.value.parts.map((part) => ({ ...part, from: [...new Set(owners(part.from))] }));
  return { ...prompt.value, parts };
}

/** The most tokens that unknown outputs can add where the prompt names them, once for each part that names them. */
function unknownTokens(prompt: Prompt, { maxTokens }: Foreseen): number {
  const sources = prompt.parts.flatMap(({ kind, from }) => (kind === 'context' || kind === 'history' ? [] : from));
  return sources.reduce((total, taskPath) => total + (maxTokens.get(taskPath) ?? 0), 0);
}

function oneOf(ranges: readonly Range[]): Range {
  // Each may not run, so its own low end is zero; but one of them does run.
  return { low: 0, high: Math.max(0, ...ranges.map(({ high }) => high)) };
}
