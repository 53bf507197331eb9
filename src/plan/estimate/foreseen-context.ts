import { computeUtf8Length } from '@/base/bytes';
import { defined } from '@/base/defined';
import { findInScope } from '@/workflow/expressions/environment';
import { Ancestors } from '../context/ancestors';
import { chooseContext } from '../context/choose-context';
import { blockStart, buildContextBlock, formatBlockEnd, formatEntryHead } from '../context/context-block';
import type { ContextPlan } from '../context/context-plan';
import { type EarlierOutput, EarlierOutputs, findAgentName } from '../context/earlier-outputs';
import { isPassingContextOn } from '../context/inherited-by';
import { relevanceOf } from '../context/relevance';
import type { PromptPart } from '../message';
import type { PlannedTask } from '../plan';
import type { Foreseen } from './foreseen';
import type { OutputSizes } from './output-sizes';
import { createPlaceholderText } from './placeholders';
import { type Count, createLazySize, type Size } from './size';
import { bytesOfToken, estimateMostTokensOfBytes, estimateTokensOfBytes } from './tokens-of-bytes';

/** The earlier outputs that may be in a task's prompt. */
export interface ForeseenContext {
  /** The context plan; its bytes are upper limits. */
  readonly plan: ContextPlan;
  /** The context block, with placeholders for the outputs. */
  readonly parts: readonly PromptPart[];
  /** The most tokens of the block, whichever tasks end first. */
  readonly most: Size;
}

/**
 * For each position, the outputs of siblings that may be in the task's prompt, or in those of its parts. They are
 * chosen as in a run in which all earlier waves have just ended, the later waves last. Tasks that pass on no context
 * have none.
 */
export function foreseeContexts(
  tasks: readonly PlannedTask[],
  foreseen: Foreseen,
): readonly (ForeseenContext | undefined)[] {
  const { environment, outputs: sizes } = foreseen;
  const outputs = new EarlierOutputs({ tasks });
  const contexts: (ForeseenContext | undefined)[] = tasks.map(() => undefined);
  const outer = (id: string) =>
    findInScope(environment.outer, id)?.kind === 'result' ? createForeseenOutput({ id, index: -1 }, 0) : undefined;
  const ordered = tasks.toSorted((a, b) => a.wave - b.wave || a.index - b.index);
  const largest = new LargestOutputs(tasks, sizes);
  let ended = 0;
  for (const task of ordered) {
    for (let next = ordered[ended]; next !== undefined && next.wave < task.wave; next = ordered[ended]) {
      ended += 1;
      if (!next.disabled) outputs.add(createForeseenOutput(next, ended, findAgentName(next)));
    }
    if (!isPassingContext(task) || task.context.mode === 'none') continue;
    const plan = chooseContext(task, outputs, { now: 0, outer });
    const most = createLazySize((count) => estimateBlockTokens(task, largest, foreseen, count));
    if (plan.choices.length + plan.unlisted === 0 && !largest.mayBeSent(task)) continue;
    const parts = buildContextBlock(plan, createPlaceholderText);
    const findMostBytes = (id: string) => findMostOutputBytes(tasks[outputs.positionOf(id) ?? -1], sizes);
    contexts[task.index] = { plan: boundContextPlan(plan, findMostBytes), parts, most };
  }
  return contexts;
}

/** Whether a task, or one of its parts, is sent what the task is sent of others. */
function isPassingContext(task: PlannedTask): boolean {
  return task.type === 'atomic' || task.type === 'cond' || task.inputTasks.length > 0 || isPassingContextOn(task);
}

/**
 * The most tokens of a context block: of all outputs that the rules may choose, whichever tasks end first, the largest,
 * as many as there may be.
 */
function estimateBlockTokens(task: PlannedTask, largest: LargestOutputs, { unknown }: Foreseen, count: Count) {
  const { includeTasks, maxBytes, maxTasks } = task.context;
  const ofSiblings = largest.of(task, count);
  // What `include_tasks` names is never left out because of the number of tasks.
  const included = includeTasks.map((id) => countHeadTokens(id, count) + unknown.tokensOf(id, count));
  const chosen = [...included, ...ofSiblings.sort((one, other) => other - one).slice(0, maxTasks)];
  if (chosen.length === 0) return 0;
  const heads = chosen.length * countHeadTokens('', count) + count(task.context.includeTasks.join(' '));
  const most = Math.min(
    chosen.reduce((sum, tokens) => sum + tokens, 0),
    estimateMostTokensOfBytes(maxBytes) + heads + largest.longestId(count) * chosen.length,
  );
  return most + count(blockStart) + count(formatBlockEnd(maxTasks, maxBytes)) + 4;
}

function countHeadTokens(id: string, count: Count): number {
  return count(formatEntryHead(id, relevanceOf.agent, true)) + 2;
}

/** Most tasks of a graph in which it is looked up which tasks depend on which, to leave out those that come later. */
const smallGraph = 100;

/** The sizes of the outputs of siblings, the largest first. */
class LargestOutputs {
  readonly #tasks: readonly PlannedTask[];
  readonly #sizes: OutputSizes;
  readonly #byAgent = new Map<string, readonly PlannedTask[]>();
  readonly #sorted = new Map<object, Map<unknown, readonly Entry[]>>();
  /** Tokens of the longest id. */
  readonly longestId: Size;

  constructor(tasks: readonly PlannedTask[], sizes: OutputSizes) {
    this.#tasks = tasks;
    this.#sizes = sizes;
    const groups = new Map<string, PlannedTask[]>();
    for (const task of tasks) {
      const agent = findAgentName(task);
      const group = agent === undefined ? undefined : groups.get(agent);
      if (group !== undefined) group.push(task);
      else if (agent !== undefined) groups.set(agent, [task]);
    }
    for (const [agent, group] of groups) if (group.length > 1) this.#byAgent.set(agent, group);
    const longest = tasks.reduce((most, { id }) => (id.length > most.length ? id : most), '');
    this.longestId = createLazySize((count) => count(longest));
  }

  /** Whether the rules may choose any output of a sibling for a task. */
  mayBeSent(task: PlannedTask): boolean {
    if (task.needs.length > 0 || task.context.includeTasks.length > 0) return true;
    return this.#others(task)?.some((other) => this.#mayEndBefore(other, task)) === true;
  }

  /** Tokens of the entries that the rules may choose for a task: at least the largest, as many as there may be. */
  of(task: PlannedTask, count: Count): number[] {
    const { context } = task;
    if (context.mode === 'manual') return [];
    const left = new Set([...context.excludeTasks, ...context.includeTasks, ...(context.named ?? [])]);
    const others = this.#others(task);
    const entries = others === this.#tasks ? [] : this.#ofAncestors(task, left, count);
    if (others === undefined) return entries;
    const largest: number[] = [];
    for (const { sibling, tokens } of this.#largest(others, count)) {
      if (largest.length === context.maxTasks) break;
      if (!left.has(sibling.id) && this.#mayEndBefore(sibling, task)) largest.push(tokens);
    }
    return [...entries, ...largest];
  }

  /** Entries of the tasks that it depends on, as far up as they are relevant. They are not chosen again. */
  #ofAncestors(task: PlannedTask, left: Set<string>, count: Count): number[] {
    const ancestors = new Ancestors({ tasks: this.#tasks }, task.index);
    const entries: number[] = [];
    const computeRelevance = (depth: number) => (depth === 1 ? relevanceOf.direct : relevanceOf.transitive(depth));
    for (let depth = 1; computeRelevance(depth) >= task.context.minRelevance; depth++) {
      const level = ancestors.level(depth);
      if (level.length === 0) break;
      for (const index of level) {
        const sibling = this.#tasks[index];
        if (sibling === undefined || left.has(sibling.id)) continue;
        left.add(sibling.id);
        entries.push(this.#entry(sibling, count));
      }
    }
    return entries;
  }

  /** The tasks that it depends on no more than others, and that may be relevant: those of its agent, or all. */
  #others(task: PlannedTask): readonly PlannedTask[] | undefined {
    const { minRelevance, mode } = task.context;
    if (mode === 'manual') return undefined;
    if (minRelevance <= relevanceOf.recent) return this.#tasks;
    return minRelevance <= relevanceOf.agent ? this.#byAgent.get(findAgentName(task) ?? '') : undefined;
  }

  #mayEndBefore(other: PlannedTask, task: PlannedTask): boolean {
    if (other === task || other.disabled) return false;
    // A task of a lower or the same wave depends on no task of a higher one.
    if (other.wave <= task.wave || this.#tasks.length > smallGraph) return true;
    return new Ancestors({ tasks: this.#tasks }, other.index).depthOf(task.index) === 0;
  }

  #largest(group: readonly PlannedTask[], count: Count): readonly Entry[] {
    const known = this.#sorted.get(group) ?? new Map();
    this.#sorted.set(group, known);
    const listEntries = () => group.map((sibling) => ({ sibling, tokens: this.#entry(sibling, count) }));
    const sorted = known.get(count) ?? listEntries().sort((one, other) => other.tokens - one.tokens);
    known.set(count, sorted);
    return sorted;
  }

  #entry(task: PlannedTask, count: Count): number {
    return countHeadTokens(task.id, count) + this.#sizes.shown(task)(count);
  }
}

/** What one output may add to a context block. */
interface Entry {
  readonly sibling: PlannedTask;
  readonly tokens: number;
}

function createForeseenOutput(
  { id, index }: Pick<PlannedTask, 'id' | 'index'>,
  order: number,
  agent?: string,
): EarlierOutput {
  const text = createPlaceholderText(id);
  return {
    id,
    index,
    endedAt: 0,
    order,
    text,
    bytes: computeUtf8Length(text),
    truncated: false,
    ...defined({ agent }),
  };
}

/** The plan with upper limits for bytes and tokens of its outputs, instead of those of their placeholders. */
function boundContextPlan(plan: ContextPlan, bytesOf: (id: string) => number | undefined): ContextPlan {
  let left = plan.maxBytes;
  const choices = plan.choices.map((choice) => {
    const most = bytesOf(choice.id) ?? plan.maxBytes;
    const shown = choice.verdict === 'out' ? 0 : Math.min(most, left);
    left -= shown;
    const tokens = estimateTokensOfBytes(choice.verdict === 'out' ? most : shown);
    return { ...choice, bytes: most, shown, tokens };
  });
  return { ...plan, choices, bytes: plan.maxBytes - left };
}

/** The most bytes of an output, from the task's limits. */
function findMostOutputBytes(task: PlannedTask | undefined, sizes: OutputSizes): number | undefined {
  if (task === undefined) return undefined;
  const { maxStdoutBytes } = task.limits;
  return 'prompt' in task ? Math.min(maxStdoutBytes, sizes.reply(task) * bytesOfToken) : maxStdoutBytes;
}
