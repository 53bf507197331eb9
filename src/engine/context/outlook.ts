import { findAgentName } from '@/plan/context/earlier-outputs';
import { recentMs, relevanceOf } from '@/plan/context/relevance';
import type { PlannedGraph } from '@/plan/plan';

/** What the outlooks of all outputs of a graph share. */
export interface OutlookGraph {
  readonly graph: PlannedGraph;
  /** For each task, the positions of the tasks that depend directly on it. */
  readonly dependents: readonly (readonly number[])[];
  readonly byAgent: ReadonlyMap<string, readonly number[]>;
  /** By position: whether the task has ended. */
  readonly ended: Uint8Array;
}

/** Prepares a graph for {@link Outlook}; `ended` is filled in as its tasks end. */
export function buildOutlookGraph(graph: PlannedGraph, ended: Uint8Array): OutlookGraph {
  const dependents: number[][] = graph.tasks.map(() => []);
  const byAgent = new Map<string, number[]>();
  for (const task of graph.tasks) {
    for (const need of task.needs) dependents[need]?.push(task.index);
    const agent = findAgentName(task);
    if (agent === undefined) continue;
    const others = byAgent.get(agent);
    if (others === undefined) byAgent.set(agent, [task.index]);
    else others.push(task.index);
  }
  return { graph, dependents, byAgent, ended };
}

/**
 * How relevant the output of one task is for the tasks that have not ended. Tasks only ever end, so each search
 * continues where the last one stopped. Over a whole run, an output costs one walk over its graph, however often it is
 * queried.
 */
export class Outlook {
  readonly #all: OutlookGraph;
  readonly #sameAgent: readonly number[];
  /** The depth of each task that depends on it, by position; then these tasks in the order of their depth. */
  readonly #depths: Int32Array;
  readonly #below: readonly number[];
  #nextBelow = 0;
  #nextOfAgent = 0;
  #nextOfAll = 0;

  constructor(all: OutlookGraph, index: number) {
    this.#all = all;
    const task = all.graph.tasks[index];
    const agent = task === undefined ? undefined : findAgentName(task);
    this.#sameAgent = (agent === undefined ? undefined : all.byAgent.get(agent)) ?? [];
    this.#depths = new Int32Array(all.graph.tasks.length);
    const below: number[] = [];
    const addDependents = (from: number, depth: number) => {
      for (const next of all.dependents[from] ?? []) {
        if (this.#depths[next] !== 0) continue;
        this.#depths[next] = depth;
        below.push(next);
      }
    };
    addDependents(index, 1);
    for (let position = 0; position < below.length; position++) {
      const next = below[position] as number;
      addDependents(next, (this.#depths[next] as number) + 1);
    }
    this.#below = below;
  }

  /** The highest relevance for any task that has not ended. `ageMs`: time since the output's task ended. */
  relevance(ageMs: number): number {
    const { ended, graph } = this.#all;
    while (this.#nextBelow < this.#below.length && ended[this.#below[this.#nextBelow] as number] === 1)
      this.#nextBelow += 1;
    const nearest = this.#below[this.#nextBelow];
    const depth = nearest === undefined ? 0 : (this.#depths[nearest] as number);
    if (depth === 1) return relevanceOf.direct;
    while (
      this.#nextOfAgent < this.#sameAgent.length &&
      !this.#isElsewhere(this.#sameAgent[this.#nextOfAgent] as number)
    ) {
      this.#nextOfAgent += 1;
    }
    if (this.#nextOfAgent < this.#sameAgent.length) return relevanceOf.agent;
    const transitive = depth === 0 ? 0 : relevanceOf.transitive(depth);
    if (transitive >= relevanceOf.recent || ageMs > recentMs) return transitive;
    while (this.#nextOfAll < graph.tasks.length && !this.#isElsewhere(this.#nextOfAll)) this.#nextOfAll += 1;
    return this.#nextOfAll < graph.tasks.length ? relevanceOf.recent : transitive;
  }

  /** Whether a task has not ended and does not depend on the output. */
  #isElsewhere(index: number): boolean {
    return this.#all.ended[index] !== 1 && this.#depths[index] === 0;
  }
}
