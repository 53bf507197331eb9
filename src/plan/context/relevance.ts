import type { PlannedTask } from '../plan';
import { Ancestors } from './ancestors';
import type { RelevanceRule } from './context-plan';
import { type EarlierOutput, type EarlierOutputs, findAgentName } from './earlier-outputs';

/** An output is recent if it ended at most this many ms ago. */
export const recentMs = 300_000;

/** Relevance by rule (language page, section 6): the first that applies. */
export const relevanceOf = {
  direct: 1,
  transitive: (depth: number) => 0.8 / depth,
  agent: 0.5,
  recent: 0.3,
  none: 0,
} as const;

/** The relevance of an output for a task. */
export interface Relevance {
  readonly relevance: number;
  readonly rule: RelevanceRule;
}

/** An output with its relevance. */
export interface RankedOutput<Output extends EarlierOutput> extends Relevance {
  readonly output: Output;
  /** Whether it was pruned and is no longer a candidate. */
  readonly pruned: boolean;
}

/** Ranks earlier outputs by relevance for one task. `now`: ms since 1970. */
export class Relevances<Output extends EarlierOutput> {
  readonly #outputs: EarlierOutputs<Output>;
  readonly #agent: string | undefined;
  readonly #ancestors: Ancestors;
  readonly #now: number;

  constructor(task: PlannedTask, outputs: EarlierOutputs<Output>, now: number) {
    this.#outputs = outputs;
    this.#agent = findAgentName(task);
    this.#ancestors = new Ancestors(outputs.graph, task.index);
    this.#now = now;
  }

  /** The relevance of one output. */
  of({ index, agent, endedAt }: EarlierOutput): Relevance {
    const depth = index < 0 ? 0 : this.#ancestors.depthOf(index);
    if (depth > 0) return computeDepthRelevance(depth);
    if (agent !== undefined && agent === this.#agent) return { relevance: relevanceOf.agent, rule: 'agent' };
    if (this.#now - endedAt <= recentMs) return { relevance: relevanceOf.recent, rule: 'recent' };
    return { relevance: relevanceOf.none, rule: 'none' };
  }

  /**
   * Outputs with a relevance of at least `least`, the most relevant first, the newest first among equals. Evaluated
   * lazily. Pruned outputs are included only if the task depends on them.
   */
  *ranked(least: number): Generator<RankedOutput<Output>> {
    yield* this.#ofDepth(1, least);
    const isElsewhere = (index: number) => this.#ancestors.depthOf(index) === 0;
    if (relevanceOf.agent >= least && this.#agent !== undefined) {
      for (const output of this.#outputs.ofAgent(this.#agent, isElsewhere)) yield rankOutput(output, 'agent');
    }
    yield* this.#ofDepth(2, least);
    const isOther = ({ agent }: EarlierOutput) => agent === undefined || agent !== this.#agent;
    const isRecent = ({ endedAt }: EarlierOutput) => this.#now - endedAt <= recentMs;
    if (relevanceOf.recent >= least) {
      for (const output of this.#outputs.newestFirst(isElsewhere)) {
        if (!isRecent(output)) break;
        if (isOther(output)) yield rankOutput(output, 'recent');
      }
    }
    for (let depth = 3; relevanceOf.transitive(depth) >= least && this.#ancestors.level(depth).length > 0; depth++) {
      yield* this.#ofDepth(depth, least);
    }
    if (relevanceOf.none < least) return;
    for (const output of this.#outputs.newestFirst(isElsewhere)) {
      if (isOther(output) && !isRecent(output)) yield rankOutput(output, 'none');
    }
  }

  *#ofDepth(depth: number, least: number): Generator<RankedOutput<Output>> {
    const relevance = computeDepthRelevance(depth);
    if (relevance.relevance < least) return;
    const found: RankedOutput<Output>[] = [];
    for (const index of this.#ancestors.level(depth)) {
      const live = this.#outputs.at(index);
      const output = live ?? this.#outputs.prunedAt(index);
      if (output !== undefined) found.push({ output, ...relevance, pruned: live === undefined });
    }
    yield* found.sort((a, b) => b.output.order - a.output.order);
  }
}

function computeDepthRelevance(depth: number): Relevance {
  if (depth === 1) return { relevance: relevanceOf.direct, rule: 'direct' };
  return { relevance: relevanceOf.transitive(depth), rule: 'transitive' };
}

function rankOutput<Output extends EarlierOutput>(
  output: Output,
  rule: 'agent' | 'recent' | 'none',
): RankedOutput<Output> {
  return { output, relevance: relevanceOf[rule], rule, pruned: false };
}
