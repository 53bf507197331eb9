import { defined, omitEmpty } from '@/base/defined';
import { runAllSteps } from '@/base/run-all-steps';
import { buildPartPath } from '@/workflow/task-path';
import type { PlannedFile } from '../attachments/planned-files';
import { buildChoiceSchema } from '../choice-schema';
import type { ModelCatalogue } from '../model-facts';
import type { ModelRef, Plan, PlannedTask } from '../plan';
import type { TokenCounter } from '../ports';
import { computeUsableWindow } from '../usable-window';
import { computeCertainRuns, computeRuns, isWaitingForSkipped } from './certain-runs';
import type { Range, TaskEstimate } from './estimate';
import { describeUnfollowed, findFollowedDepth } from './followed-calls';
import { addGiven, estimateInputSize, type Foreseen, foreseeGlobal, foreseeTasks, foreseeWithin } from './foreseen';
import { foreseeAttachments } from './foreseen-attachments';
import { type ForeseenContext, foreseeContexts } from './foreseen-context';
import {
  addRounds,
  foreseeGiven,
  foreseeGivenOutside,
  foreseeGivenToChooser,
  type GivenNames,
  joinGiven,
  nothingGiven,
} from './foreseen-given';
import { buildHistoryPart, ForeseenHistories, historyTags } from './foreseen-history';
import { findTaskModel, listFallbacks, type OutputSizes } from './output-sizes';
import { estimateOwnCalls, type OwnCalls } from './own-calls';
import { countAttempts, estimateSamples, listPartsRun } from './parts-run';
import { estimateCallsCost } from './priced';
import { multiplyRanges, nothing, once, sumRanges } from './range';
import { type Count, getNoSize, type Size, sumOfSizes } from './size';
import { estimateMatchedFiles, estimateToldOfRounds, estimateToldToParts } from './told';
import { describeUncountedInTask } from './uncounted';

/**
 * How much more, or less, the tokenizer of another maker may count than that of GPT-4o, which counts for models whose
 * own is not known. Anthropic's counts about a third more since 2026.
 */
const otherTokenizer = 1.5;

/** What surrounds a task: the names, what it is sent of others, and its siblings. */
interface TaskSurroundings {
  readonly foreseen: Foreseen;
  /** What its container gives it. */
  readonly given: GivenNames;
  /** The context block, of a task in a graph, or of the task whose context it is sent. */
  readonly context: ForeseenContext | undefined;
  /** The most tokens of what steps and the memory add to the context. */
  readonly told: Size;
  /** The most tokens of earlier rounds, of all loops around it. */
  readonly rounds: Size;
  readonly siblings: readonly PlannedTask[];
  /** The tasks whose result it may judge or revise, if it is an evaluator or a director. */
  readonly previous: readonly PlannedTask[];
  /** Task path of the container; undefined: none. */
  readonly container: string | undefined;
  /** The most tokens of the histories of the tasks before its containers. */
  readonly before: number;
}

/** Estimates tasks and their parts, and stores each estimate by task path. */
export class TaskEstimator {
  readonly estimates: Record<string, TaskEstimate> = {};
  /** Models whose price is not known, as `provider:name`. */
  readonly unpriced = new Set<string>();
  /** What the figures leave out of library calls, in words; undefined: nothing. */
  unfollowed: string | undefined;
  readonly #plan: Plan;
  readonly #tokens: TokenCounter;
  readonly #catalogue: ModelCatalogue;
  readonly #outputs: OutputSizes;
  readonly #files: readonly PlannedFile[];
  readonly #counts = new Map<string, { readonly count: Count; readonly usual: Count; readonly exact: boolean }>();
  readonly #histories: ForeseenHistories;
  readonly #hasMemory: boolean;
  /** How many nested library calls are followed. */
  readonly #followed: number;
  #calls = 0;

  constructor(
    plan: Plan,
    tokens: TokenCounter,
    catalogue: ModelCatalogue,
    outputs: OutputSizes,
    files: readonly PlannedFile[],
  ) {
    this.#files = files;
    this.#plan = plan;
    this.#tokens = tokens;
    this.#catalogue = catalogue;
    this.#outputs = outputs;
    this.#histories = new ForeseenHistories(plan.keepsHistory);
    this.#followed = findFollowedDepth(plan);
    this.#hasMemory = Object.keys(plan.memoryIndex).length > 0;
  }

  /** Estimates the tasks of a plan, one at each step. Returns them in the order of the plan. */
  top(): Generator<TaskEstimate, TaskEstimate[]> {
    const { tasks } = this.#plan;
    const foreseen = foreseeTasks(tasks, undefined, foreseeGlobal(this.#plan, this.#outputs));
    return this.#graph(tasks, once, () => once, {
      foreseen,
      told: getNoSize,
      rounds: getNoSize,
      container: undefined,
      before: 0,
    });
  }

  /** Estimates sibling tasks, those that others depend on first, one at each step. */
  *#graph(
    tasks: readonly PlannedTask[],
    runs: Range,
    each: (task: PlannedTask) => Range,
    around: Omit<TaskSurroundings, 'given' | 'context' | 'siblings' | 'previous'>,
  ): Generator<TaskEstimate, TaskEstimate[]> {
    const certain = computeCertainRuns(tasks, this.#plan.library);
    const contexts = foreseeContexts(tasks, around.foreseen);
    const estimates: TaskEstimate[] = [];
    for (const task of tasks.toSorted((a, b) => a.wave - b.wave)) {
      const own = each(task);
      const may = certain[task.index]?.runs ? own : { ...own, low: 0 };
      const context = contexts[task.index];
      const surroundings = { ...around, given: nothingGiven, context, siblings: tasks, previous: tasks };
      const estimate = this.#task(task, multiplyRanges(runs, may), surroundings);
      estimates[task.index] = estimate;
      yield estimate;
    }
    return estimates;
  }

  /** Estimates one task with all tasks in it. `requested`: how often it runs before its own condition and loop. */
  #task(task: PlannedTask, requested: Range, around: TaskSurroundings): TaskEstimate {
    const taskPath = around.container === undefined ? task.id : buildPartPath(around.container, task.id);
    const runs = computeRuns(task, requested);
    const rounds = task.loop === undefined ? around.rounds : sumOfSizes([around.rounds, estimateToldOfRounds(task)]);
    const byContainer = addGiven(around.given.sizes, around.foreseen);
    const outside = foreseeGivenOutside(task, around.previous, byContainer);
    const given = joinGiven(around.given, outside);
    const foreseen = addRounds(task, addGiven(outside.sizes, byContainer));
    const surroundings = { ...around, given, foreseen, rounds };
    const model = findTaskModel(task);
    const fallbacks = listFallbacks(task);
    const parts = this.#parts(task, taskPath, runs, surroundings);
    const own = this.#own(task, model, runs, surroundings);
    const held = [...parts.others, ...parts.own];
    const sumParts = (of: (part: TaskEstimate) => Range) =>
      sumRanges([
        ...parts.others.map(of),
        parts.isChoice ? joinAlternatives(parts.own.map(of)) : sumRanges(parts.own.map(of)),
      ]);
    const heldPaths = held.map((part) => part.id);
    this.#histories.add(task, around, heldPaths, () => this.#saidIn(task, taskPath, runs, own.calls));
    const estimate: TaskEstimate = {
      id: taskPath,
      type: task.type,
      label: task.label,
      ...defined({ model, fallbacks: omitEmpty(fallbacks) }),
      runs,
      calls: sumRanges([own.count, sumParts((part) => part.calls)]),
      inputTokens: sumRanges([own.input, sumParts((part) => part.inputTokens)]),
      outputTokens: sumRanges([own.output, sumParts((part) => part.outputTokens)]),
      costUsd: own.costUsd && sumRanges([own.costUsd, sumParts((part) => part.costUsd ?? nothing)]),
      ...defined({ window: own.window }),
      estimated: own.estimated || held.some((part) => part.estimated),
      assumed: [
        own.calls?.assumed,
        parts.assumed,
        ...describeUncountedInTask(task, this.#plan),
        ...own.attached,
      ].filter((text) => text !== undefined),
      ...defined({ prompt: own.calls?.prompt }),
      ...(around.context === undefined || task.type !== 'atomic' ? {} : { context: around.context.plan }),
      ...('tools' in task && task.tools !== undefined ? { tools: task.tools.map(({ name }) => name) } : {}),
    };
    this.estimates[taskPath] = estimate;
    return estimate;
  }

  /** Estimates the parts of a task. */
  #parts(task: PlannedTask, taskPath: string, runs: Range, around: TaskSurroundings) {
    const { parts, isGraph = false, isChoice = false, assumed } = listPartsRun(task);
    const within = foreseeWithin(task, around.foreseen);
    const own = parts.filter(({ of }) => of === 'own');
    const told = this.#toldByContext(around);
    const inside = {
      foreseen: within,
      told: estimateToldToParts(task, told, own, { outputs: this.#outputs, hasMemory: this.#hasMemory }),
      rounds: around.rounds,
      container: taskPath,
      before: around.before + this.#histories.before(task, around),
    };
    const { context, given, previous, told: toldOf } = around;
    // An input is told what the task is told, is given what it is given, and sees what it sees but its inputs.
    const beforeInputs = foreseeWithin({ ...task, inputs: {}, inputTasks: [] }, around.foreseen);
    const asHolder = { ...inside, foreseen: beforeInputs, told: toldOf, context, given, siblings: [], previous };
    const estimateOwnParts = (): TaskEstimate[] => {
      const tasks = own.map((part) => part.task);
      if (isGraph) {
        const each = new Map(own.map((part) => [part.task, part.runs]));
        const foreseen = foreseeTasks(tasks, taskPath, within);
        return runAllSteps(this.#graph(tasks, runs, (part) => each.get(part) ?? once, { ...inside, foreseen }));
      }
      const isSteps = task.type === 'sequential';
      const foreseen = isSteps ? foreseeTasks(tasks, taskPath, within) : within;
      const siblings = isSteps ? tasks : [];
      return own.map((part) => {
        // A case is told what its cond is told, and given what that is given.
        if (task.type === 'cond')
          return this.#task(part.task, multiplyRanges(runs, part.runs), { ...asHolder, foreseen: within });
        const given = foreseeGiven(task, part.task, within);
        const isUnsure = isWaitingForSkipped(task, part.task, this.#plan.library);
        const requested = multiplyRanges(runs, isUnsure ? { ...part.runs, low: 0 } : part.runs);
        const ofPart = { ...inside, foreseen, given, context: undefined, siblings, previous: siblings };
        return this.#task(part.task, requested, ofPart);
      });
    };
    const others = parts.flatMap((part): TaskEstimate[] => {
      const requested = multiplyRanges(runs, part.runs);
      if (part.of === 'own') return [];
      if (part.of === 'inputs') return [this.#task(part.task, requested, asHolder)];
      const tries = estimateSamples(task).high;
      const ofTries = {
        ...inside,
        told: getNoSize,
        rounds: getNoSize,
        given: foreseeGivenToChooser(tries, task, within),
      };
      const chooser = addChoiceSchema(part.task, tries);
      return [this.#task(chooser, requested, { ...ofTries, context: undefined, siblings: [], previous: [] })];
    });
    const called = this.#called(task, taskPath, runs, inside);
    const words = defined({ assumed: called.assumed ?? assumed });
    return { own: estimateOwnParts(), others: [...others, ...called.estimates], isChoice, ...words };
  }

  /** Estimates the definition that a library call runs, up to a few calls deep. */
  #called(
    task: PlannedTask,
    taskPath: string,
    runs: Range,
    { foreseen, told, rounds }: Pick<TaskSurroundings, 'foreseen' | 'told' | 'rounds'>,
  ): { readonly estimates: readonly TaskEstimate[]; readonly assumed?: string } {
    const definition = task.type === 'call' && task.pinned === undefined ? this.#plan.library[task.ref] : undefined;
    if (task.type !== 'call' || definition === undefined) return { estimates: [] };
    if (this.#calls === this.#followed) {
      this.unfollowed = describeUnfollowed(this.#followed);
      return { estimates: [], assumed: `nothing for what “${task.ref}” does` };
    }
    this.#calls += 1;
    const sizes = definition.parameters.map(({ name, default: preset = '' }): [string, Size] => {
      const given = task.args[name];
      return [
        name,
        given === undefined ? estimateInputSize(preset, '', foreseen) : estimateInputSize(given, '', foreseen),
      ];
    });
    const called = addGiven(Object.fromEntries(sizes), foreseeGlobal(this.#plan, this.#outputs));
    const always = definition.parameters.map(({ name }) => [name]);
    const estimate = this.#task(
      definition.task,
      multiplyRanges(runs, multiplyRanges(estimateSamples(task), { low: 1, high: countAttempts(task) })),
      {
        foreseen: called,
        given: { ...nothingGiven, always },
        context: undefined,
        told,
        rounds,
        siblings: [],
        previous: [],
        container: buildPartPath(taskPath, `call:${task.ref}`),
        // A definition sees nothing of what encloses it.
        before: 0,
      },
    );
    this.#calls -= 1;
    return { estimates: [estimate] };
  }

  /** The calls that a task makes itself, over the whole run. */
  #own(task: PlannedTask, model: ModelRef | undefined, runs: Range, around: TaskSurroundings) {
    const without = {
      count: nothing,
      input: nothing,
      output: nothing,
      costUsd: nothing,
      estimated: false,
      attached: [],
      window: undefined,
    };
    if (model === undefined || runs.high === 0) return { ...without, calls: undefined };
    const { count, usual, exact } = this.#countFor(model);
    const isAtomic = task.type === 'atomic';
    const history =
      isAtomic && task.contextTransfer !== 'minimal' ? around.before + this.#histories.before(task, around) : 0;
    const attached = isAtomic ? foreseeAttachments(task, this.#files) : { parts: [], tokens: nothing, assumed: [] };
    const before = isAtomic ? buildHistoryPart(task, around.siblings) : [];
    const estimateCallsBy = (by: Count) => {
      const others = this.#toldTo(task, around)(by) + (history === 0 ? 0 : history + historyTags);
      const context = [...(around.context?.parts ?? []), ...before];
      const { foreseen, given } = around;
      const sent = { foreseen, given, attached, context, others, count: by, memoryIndex: this.#plan.memoryIndex };
      return { others, calls: estimateOwnCalls(task, sent) };
    };
    const { calls, others } = estimateCallsBy(count);
    if (calls === undefined) return { ...without, calls };
    const { conversations, exchange } = calls;
    const facts = this.#catalogue.factsOf(model);
    const reply = this.#outputs.reply(task);
    const usable =
      facts.window === undefined ? undefined : computeUsableWindow(facts.window, reply, task.limits, facts.maxInput);
    const margin = exact ? 1 : otherTokenizer;
    // What is longer than the window allows is not sent.
    const most = usable === undefined ? Number.POSITIVE_INFINITY : Math.ceil(usable * margin);
    const low = Math.floor(exchange.low / margin);
    const turns = exchange.turns.map((tokens) => Math.max(low, Math.min(most, Math.ceil(tokens * margin))));
    const all = multiplyRanges(runs, conversations);
    const ownCount = { low: all.low, high: all.high * turns.length };
    const costUsd = estimateCallsCost(
      { model, fallbacks: listFallbacks(task), conversations: all, low, turns, reply, isCached: isCached(task) },
      this.#catalogue,
    );
    if (costUsd === null) this.unpriced.add(`${model.provider}:${model.model}`);
    const isTight = usable !== undefined && (exchange.turns[0] ?? 0) > usable;
    const usually = isTight ? estimateCallsBy(usual) : { calls, others };
    const call = callIn(usable, usually.calls?.exchange ?? exchange, usually.others);
    return {
      calls,
      count: ownCount,
      input: { low: all.low * low, high: all.high * turns.reduce((sum, tokens) => sum + tokens, 0) },
      output: { low: 0, high: ownCount.high * reply },
      costUsd,
      estimated: !exact || exchange.estimated,
      attached: attached.assumed,
      window:
        facts.window === undefined || usable === undefined
          ? undefined
          : { size: facts.window, usable, call, ...defined({ from: facts.windowFrom }) },
    };
  }

  /** The most tokens of what a task is told of others, of earlier rounds and of the memory, besides a history. */
  #toldTo(task: PlannedTask, around: TaskSurroundings): Size {
    if (task.type !== 'atomic') return getNoSize;
    const matched = this.#hasMemory && task.rebuildMemory ? estimateMatchedFiles(task) : getNoSize;
    const isTold = task.context.mode !== 'none' && !task.clearMemory;
    return sumOfSizes([around.rounds, ...(isTold ? [this.#toldByContext(around)] : []), matched]);
  }

  #toldByContext({ context, told }: TaskSurroundings): Size {
    return context === undefined ? told : sumOfSizes([context.most, told]);
  }

  /** The most tokens of what is said in a task itself, in all its runs. */
  #saidIn(task: PlannedTask, taskPath: string, runs: Range, calls: OwnCalls | undefined): number {
    const tags = historyTags + taskPath.length;
    const { count } = this.#countFor(findTaskModel(task) ?? { provider: '', model: '' });
    const own = calls === undefined || task.type !== 'atomic' ? this.#outputs.shown(task)(count) : calls.exchange.said;
    return runs.high * (own + tags);
  }

  #countFor(model: ModelRef) {
    const name = `${model.provider}:${model.model}`;
    const known = this.#counts.get(name);
    if (known !== undefined) return known;
    const countTokens: Count = (text) => (text === '' ? 0 : this.#tokens.count(text, model).tokens);
    const usual: Count = Object.assign((text: string) => countTokens(text), { isUsual: true } as const);
    const made = { count: countTokens, usual, exact: this.#tokens.count('', model).exact };
    this.#counts.set(name, made);
    return made;
  }
}

/** The evaluator of tries with the schema that it gets in a run. */
function addChoiceSchema(evaluator: PlannedTask, tries: number): PlannedTask {
  if (evaluator.outputSchema !== undefined) return evaluator;
  return { ...evaluator, outputSchema: buildChoiceSchema(Array.from({ length: tries }, (_, index) => index + 1)) };
}

/** Whether prompts of a task may be cached. */
function isCached(task: PlannedTask): boolean {
  const call = task.type === 'associative_memory' ? task.call : 'model' in task ? task : undefined;
  return call !== undefined && call.cache !== 'off';
}

/** What one call may take of its window. Content from other tasks gets what the rest leaves of it. */
function callIn(usable: number | undefined, { low, turns }: OwnCalls['exchange'], others: number): Range {
  const own = (turns[0] ?? 0) - others;
  const room = usable === undefined ? others : Math.max(0, usable - own);
  return { low, high: own + Math.min(others, room) };
}

function joinAlternatives(ranges: readonly Range[]): Range {
  // Each may not run, so its own low end is zero; but one of them does run.
  return { low: 0, high: Math.max(0, ...ranges.map(({ high }) => high)) };
}
