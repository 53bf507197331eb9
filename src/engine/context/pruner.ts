import { err, ok, type Result } from '@/base/result';
import type { EarlierOutputs } from '@/plan/context/earlier-outputs';
import type { PlannedCleanup, PlannedGraph, PlannedTask } from '@/plan/plan';
import { evaluateExpression } from '@/workflow/expressions/cel';
import { buildKeptRecord, type PrunableOutput } from './kept-record';
import { buildOutlookGraph, Outlook, type OutlookGraph } from './outlook';
import type { ScopeOutput } from './scope-output';

/** When an output was used: `order` compares with the order of outputs, `at` is in ms since 1970. */
export interface Use {
  readonly order: number;
  readonly at: number;
}

/** What pruning needs from outside. */
export interface PrunerWorld {
  /** ms since 1970. */
  now(): number;
  /** Reports why an output that `keep` could not judge is kept. */
  onDoubt(output: ScopeOutput, why: string): void;
}

/**
 * Removes outputs of a graph from the candidates for contexts. An output that a running or future task names (a
 * dependency, a text, `include_tasks`) stays, whatever the strategy. By age and by use, it counts among those that are
 * kept.
 */
export class Pruner {
  readonly #outputs: EarlierOutputs<ScopeOutput>;
  readonly #world: PrunerWorld;
  readonly #graph: PlannedGraph;
  /** For each task, how many tasks that have not ended name it. */
  readonly #named: Int32Array;
  readonly #ended: Uint8Array;
  /** Candidates that no task names; below, those that became so since the last pruning. */
  readonly #free = new Set<ScopeOutput>();
  #fresh: ScopeOutput[] = [];
  readonly #used = new Map<ScopeOutput, Use>();
  readonly #outlooks = new Map<ScopeOutput, Outlook>();
  #outlookGraph: OutlookGraph | undefined;

  constructor(outputs: EarlierOutputs<ScopeOutput>, world: PrunerWorld) {
    this.#outputs = outputs;
    this.#world = world;
    this.#graph = outputs.graph;
    this.#named = new Int32Array(this.#graph.tasks.length);
    this.#ended = new Uint8Array(this.#graph.tasks.length);
    for (const task of this.#graph.tasks) this.#name(task, 1);
  }

  /** Marks a task as ended, with its output, if it left one. */
  ended(task: PlannedTask, output: ScopeOutput | undefined): void {
    if (this.#ended[task.index] === 1) return;
    this.#ended[task.index] = 1;
    if (output !== undefined && this.#named[task.index] === 0) this.#release(output);
    this.#name(task, -1);
  }

  /** Marks an output as used. */
  used(output: ScopeOutput, use: Use): void {
    if (use.order > (this.#used.get(output)?.order ?? 0)) this.#used.set(output, use);
  }

  /** Removes an output that an earlier process of the run had removed. */
  drop(output: ScopeOutput): void {
    this.#outputs.prune(output);
    this.#free.delete(output);
    this.#used.delete(output);
    this.#outlooks.delete(output);
  }

  /**
   * Removes what a strategy does not keep, and returns it. `isNew`: a strategy that judges each output by itself judges
   * only new ones.
   */
  prune(cleanup: PlannedCleanup, isNew: boolean): readonly ScopeOutput[] {
    if (this.#free.size === 0) return [];
    const removed = this.#goneBy(cleanup, isNew ? this.#fresh : this.#free);
    if (isNew) this.#fresh = [];
    for (const output of removed) this.drop(output);
    return removed;
  }

  #goneBy(cleanup: PlannedCleanup, unjudged: Iterable<ScopeOutput>): readonly ScopeOutput[] {
    switch (cleanup.type) {
      case 'most_recent':
        return this.#olderThanLast(cleanup.keepCount);
      case 'lru':
        return this.#beyond(cleanup.keepCount, [...this.#outputs.newestFirst()], (output) =>
          Math.max(output.order, this.#used.get(output)?.order ?? 0),
        );
      case 'highest_relevance': {
        const named = this.#outputs.size - this.#free.size;
        return this.#beyond(cleanup.keepCount - named, [...this.#free], (output) => this.#relevance(output));
      }
      case 'direct_dependencies':
        return [...unjudged].filter((output) => this.#free.has(output));
      case 'custom':
        return [...unjudged].filter((output) => this.#free.has(output) && !this.#keeps(cleanup.keep, output));
    }
  }

  #olderThanLast(count: number): readonly ScopeOutput[] {
    const oldestKept = count > 0 ? this.#outputs.orderOfNewest(count) : Number.POSITIVE_INFINITY;
    const older: ScopeOutput[] = [];
    for (const output of this.#free) if (output.order < oldestKept) older.push(output);
    return older;
  }

  /**
   * Ranks outputs by a figure, greatest first, then newest first. Returns those after the first `count` that may be
   * removed.
   */
  #beyond(
    count: number,
    outputs: readonly ScopeOutput[],
    figure: (output: ScopeOutput) => number,
  ): readonly ScopeOutput[] {
    if (outputs.length <= count) return [];
    const figures = new Map(outputs.map((output) => [output, figure(output)] as const));
    const getOutputFigure = (output: ScopeOutput) => figures.get(output) ?? 0;
    const ranked = outputs.toSorted((a, b) => getOutputFigure(b) - getOutputFigure(a) || b.order - a.order);
    return ranked.slice(Math.max(0, count)).filter((output) => this.#free.has(output));
  }

  #relevance(output: ScopeOutput): number {
    this.#outlookGraph ??= buildOutlookGraph(this.#graph, this.#ended);
    const outlook = this.#outlooks.get(output) ?? new Outlook(this.#outlookGraph, output.index);
    this.#outlooks.set(output, outlook);
    return outlook.relevance(this.#world.now() - output.endedAt);
  }

  #keeps(keep: string, output: ScopeOutput): boolean {
    const verdict = judgeOutput(keep, {
      output,
      dependents: () => this.#dependentsOf(output),
      relevance: () => this.#relevance(output),
      accessedAt: this.#used.get(output)?.at ?? output.endedAt,
    });
    if (!verdict.ok) this.#world.onDoubt(output, verdict.error);
    return verdict.ok ? verdict.value : true;
  }

  #dependentsOf({ index }: ScopeOutput): readonly string[] {
    this.#outlookGraph ??= buildOutlookGraph(this.#graph, this.#ended);
    const { dependents } = this.#outlookGraph;
    return (dependents[index] ?? []).map((dependent) => this.#graph.tasks[dependent]?.id ?? '');
  }

  #name({ index, needs, reads }: PlannedTask, by: 1 | -1): void {
    for (const named of reads.length === 0 ? needs : new Set([...needs, ...reads])) {
      const left = (this.#named[named] ?? 0) + by;
      this.#named[named] = left;
      const output = left === 0 && named !== index ? this.#outputs.at(named) : undefined;
      if (output !== undefined) this.#release(output);
    }
  }

  #release(output: ScopeOutput): void {
    this.#free.add(output);
    this.#fresh.push(output);
  }
}

/** The verdict of `keep` on one output; the error is in words. */
function judgeOutput(keep: string, kept: PrunableOutput): Result<boolean, string> {
  const value = evaluateExpression(keep, buildKeptRecord(kept, keep));
  if (!value.ok) return err(value.error.message);
  return typeof value.value === 'boolean' ? ok(value.value) : err('it is neither true nor false.');
}
