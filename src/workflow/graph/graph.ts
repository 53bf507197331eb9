import type { WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { compareTaskRecords, listIds, type TaskRecord } from '../task-record';

/**
 * The dependencies among sibling tasks. Only dependencies on existing tasks count, each once. Every operation is linear
 * in tasks and dependencies.
 */
export interface Graph {
  /** In the author's order. */
  readonly ids: readonly TaskId[];
  readonly dependencies: ReadonlyMap<TaskId, readonly TaskId[]>;
  readonly dependents: ReadonlyMap<TaskId, readonly TaskId[]>;
  /**
   * The tasks so that each comes after those it waits for, else in the author's order. Tasks of a cycle are together.
   */
  readonly order: readonly TaskId[];
  /** The length of the longest chain above a task, from 0. Dependencies within a cycle do not count. */
  readonly wave: ReadonlyMap<TaskId, number>;
  /** The cycles: groups of tasks that wait for one another, in the author's order. */
  readonly cycles: readonly (readonly TaskId[])[];
}

interface Made {
  readonly tasks: TaskRecord;
  readonly graph: Graph;
}

const none: readonly TaskId[] = [];
const graphs = new WeakMap<TaskRecord, Graph>();
/** The last graph for each list of ids, and the last large graph: most edits change no edge. */
const lastByIds = new WeakMap<readonly TaskId[], Made>();
let newest: Made | undefined;
/** From this number of tasks on, comparing is quicker than building. */
const largeGraph = 50;

/** The graph of a document; built once for the same tasks, whatever else changes. */
export function buildGraph(document: WorkflowDocument): Graph {
  return getGraph(document.tasks);
}

/** The graph of the tasks of a document or a group; built once for tasks with the same dependencies. */
export function getGraph(tasks: TaskRecord): Graph {
  const known = graphs.get(tasks);
  if (known !== undefined) return known;
  const last = lastByIds.get(listIds(tasks)) ?? newest;
  const graph = last !== undefined && hasSameEdges(last.tasks, tasks) ? last.graph : new TaskGraph(tasks);
  lastByIds.set(listIds(tasks), { tasks, graph });
  if (graph.ids.length >= largeGraph) newest = { tasks, graph };
  graphs.set(tasks, graph);
  return graph;
}

/** The dependencies of a graph, each as a line from a task to one that waits for it. */
export function listJoints({ dependencies }: Graph): { readonly from: TaskId; readonly to: TaskId }[] {
  return [...dependencies].flatMap(([to, waitsFor]) => waitsFor.map((from) => ({ from, to })));
}

/** Whether the same ids are in the same order, and each waits for the same. */
function hasSameEdges(before: TaskRecord, after: TaskRecord): boolean {
  const { ids, isSameOrder } = compareTaskRecords(before, after);
  return isSameOrder && ids.every((id) => hasSameIds(before[id]?.dependsOn ?? none, after[id]?.dependsOn ?? none));
}

function hasSameIds(a: readonly TaskId[], b: readonly TaskId[]): boolean {
  return a === b || (a.length === b.length && a.every((id, index) => id === b[index]));
}

/**
 * The graph of some tasks. Each part of it is made when it is first asked for: after an edit that adds or removes a
 * task the editor asks for the order alone.
 */
class TaskGraph implements Graph {
  readonly #tasks: TaskRecord;
  /** What each task waits for, all called by their places in the author's order. */
  readonly #above: (readonly number[])[] = [];
  readonly #components: Components;
  readonly ids: readonly TaskId[];
  readonly order: readonly TaskId[];
  #dependencies: Graph['dependencies'] | undefined;
  #dependents: Graph['dependents'] | undefined;
  #wave: Graph['wave'] | undefined;
  #cycles: Graph['cycles'] | undefined;

  constructor(tasks: TaskRecord) {
    this.#tasks = tasks;
    const ids = listIds(tasks);
    this.ids = ids;
    const places = new Map<string, number>();
    for (const [place, id] of ids.entries()) places.set(id, place);
    for (const id of ids) this.#above.push(listPlaces(tasks[id]?.dependsOn ?? none, places));
    this.#components = findComponents(this.#above);
    this.order = Array.from(this.#components.order, (place) => ids[place] as TaskId);
  }

  get dependencies(): Graph['dependencies'] {
    this.#dependencies ??= new Map(
      this.ids.map((id, place) => {
        const above = this.#above[place] ?? [];
        const { dependsOn = none } = this.#tasks[id] ?? {};
        return [id, above.length === dependsOn.length ? dependsOn : above.map((one) => this.ids[one] as TaskId)];
      }),
    );
    return this.#dependencies;
  }

  get dependents(): Graph['dependents'] {
    if (this.#dependents !== undefined) return this.#dependents;
    const dependents = new Map<TaskId, TaskId[]>(this.ids.map((id) => [id, []]));
    for (const [id, waitsFor] of this.dependencies)
      for (const dependency of waitsFor) dependents.get(dependency)?.push(id);
    this.#dependents = dependents;
    return dependents;
  }

  get wave(): Graph['wave'] {
    this.#wave ??= computeWaves(this.ids, this.#above, this.#components);
    return this.#wave;
  }

  get cycles(): Graph['cycles'] {
    this.#cycles ??= listCycles(this.ids, this.#above, this.#components);
    return this.#cycles;
  }
}

/** The graph of steps, which run one after the other: each waits for the previous one. */
export function createStepsGraph(ids: readonly TaskId[]): Graph {
  const around = (id: TaskId | undefined) => (id === undefined ? none : [id]);
  return {
    ids,
    dependencies: new Map(ids.map((id, index) => [id, around(ids[index - 1])])),
    dependents: new Map(ids.map((id, index) => [id, around(ids[index + 1])])),
    order: ids,
    wave: new Map(ids.map((id, index) => [id, index])),
    cycles: [],
  };
}

/** The places of the dependencies that exist, each once. */
function listPlaces(dependsOn: readonly TaskId[], places: ReadonlyMap<string, number>): readonly number[] {
  const found: number[] = [];
  for (const id of dependsOn) {
    const place = places.get(id);
    if (place !== undefined) found.push(place);
  }
  return found.length > 1 ? [...new Set(found)] : found;
}

/** The strongly connected components of tasks, which are called by their places in the author's order. */
interface Components {
  /** All tasks, component by component: dependencies come before those that wait for them. */
  readonly order: Int32Array;
  /** Where each component ends in `order`. A component of several tasks is a cycle. */
  readonly ends: readonly number[];
}

/**
 * Tarjan's algorithm, without recursion, and over numbers: with ids it takes several times as long. `above`: what each
 * task waits for.
 */
function findComponents(above: readonly (readonly number[])[]): Components {
  const count = above.length;
  const order = new Int32Array(count);
  const ends: number[] = [];
  /** From 1; 0: not found yet. */
  const found = new Int32Array(count);
  const low = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  /** Tasks whose component is not complete, and the tasks on the way to the present one, with the next of each. */
  const [open, way, next] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  let [finds, opened, depth, done] = [0, 0, 0, 0];
  const enter = (task: number) => {
    finds += 1;
    found[task] = finds;
    low[task] = finds;
    isOpen[task] = 1;
    open[opened++] = task;
    way[depth++] = task;
  };
  const lowerLink = (task: number, to: number) => {
    if (to < getNumber(low, task)) low[task] = to;
  };
  for (let root = 0; root < count; root += 1) {
    if (found[root] === 0) enter(root);
    while (depth > 0) {
      const task = getNumber(way, depth - 1);
      const dependency = above[task]?.[getNumber(next, task)];
      next[task] = getNumber(next, task) + 1;
      if (dependency !== undefined) {
        if (found[dependency] === 0) enter(dependency);
        else if (isOpen[dependency] === 1) lowerLink(task, getNumber(found, dependency));
        continue;
      }
      depth -= 1;
      if (depth > 0) lowerLink(getNumber(way, depth - 1), getNumber(low, task));
      if (low[task] !== found[task]) continue;
      const begin = open.lastIndexOf(task, opened - 1);
      for (const member of open.subarray(begin, opened)) {
        isOpen[member] = 0;
        order[done++] = member;
      }
      opened = begin;
      ends.push(done);
    }
  }
  return { order, ends };
}

const getNumber = (list: Int32Array, index: number): number => list[index] ?? 0;

/** The length of the longest chain before each of these, as {@link Graph.wave} of tasks. */
export function computeChainLengths(
  ids: readonly string[],
  edges: readonly { readonly from: string; readonly to: string }[],
): ReadonlyMap<string, number> {
  const places = new Map(ids.map((id, place) => [id, place]));
  const above = ids.map((): number[] => []);
  for (const { from, to } of edges) {
    const [source, target] = [places.get(from), places.get(to)];
    if (source !== undefined && target !== undefined) above[target]?.push(source);
  }
  return computeWaves(ids, above, findComponents(above));
}

function computeWaves<Id extends string>(
  ids: readonly Id[],
  above: readonly (readonly number[])[],
  { order, ends }: Components,
): Map<Id, number> {
  const heights = new Int32Array(ids.length).fill(-1);
  let begin = 0;
  for (const end of ends) {
    let height = 0;
    for (let index = begin; index < end; index += 1) {
      for (const dependency of above[getNumber(order, index)] ?? [])
        height = Math.max(height, getNumber(heights, dependency) + 1);
    }
    for (let index = begin; index < end; index += 1) heights[getNumber(order, index)] = height;
    begin = end;
  }
  const wave = new Map<Id, number>();
  for (const place of order) wave.set(ids[place] as Id, getNumber(heights, place));
  return wave;
}

function listCycles(
  ids: readonly TaskId[],
  above: readonly (readonly number[])[],
  { order, ends }: Components,
): readonly (readonly TaskId[])[] {
  const cycles: (readonly TaskId[])[] = [];
  let begin = 0;
  for (const end of ends) {
    const first = getNumber(order, begin);
    if (end - begin > 1 || above[first]?.includes(first))
      cycles.push(Array.from(order.slice(begin, end).sort(), (place) => ids[place] as TaskId));
    begin = end;
  }
  return cycles;
}

/**
 * All tasks that this one waits for, directly or by way of others. Includes the task itself only if it is in a cycle.
 */
export function collectUpstream(graph: Graph, id: TaskId): ReadonlySet<TaskId> {
  return collectReached(graph.dependencies, id);
}

/**
 * All tasks that wait for this one, directly or by way of others. Includes the task itself only if it is in a cycle.
 */
export function collectDownstream(graph: Graph, id: TaskId): ReadonlySet<TaskId> {
  return collectReached(graph.dependents, id);
}

function collectReached(edges: Graph['dependencies'], start: TaskId): Set<TaskId> {
  const reached = new Set<TaskId>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const next of edges.get(id) ?? none) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

/**
 * Whether a task waits for another, directly or not. First searches upward for a few tasks, no higher than the other's
 * wave. If that does not decide it, collects everything below the other task once, as a task that is read from far away
 * usually has many readers.
 */
export function isWaitingFor(graph: Graph, id: TaskId, other: TaskId): boolean {
  const direct = graph.dependencies.get(id) ?? none;
  if (direct.includes(other)) return true;
  const top = graph.wave.get(other) ?? 0;
  const seen = new Set(direct);
  const open = [...direct];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const above of graph.dependencies.get(next) ?? none) {
      if (above === other) return true;
      if (seen.has(above) || (graph.wave.get(above) ?? 0) < top) continue;
      seen.add(above);
      open.push(above);
    }
    if (seen.size > nearTasks) return getGathered(graph, other).has(id);
  }
  return false;
}

/** How many tasks are visited before all descendants are collected, and for how many tasks they are cached. */
const nearTasks = 32;
const keptGatherings = 16;
const gatherings = new WeakMap<Graph, Map<TaskId, ReadonlySet<TaskId>>>();

function getGathered(graph: Graph, id: TaskId): ReadonlySet<TaskId> {
  const kept = gatherings.get(graph) ?? new Map<TaskId, ReadonlySet<TaskId>>();
  gatherings.set(graph, kept);
  const below = kept.get(id) ?? collectDownstream(graph, id);
  kept.delete(id);
  kept.set(id, below);
  const oldest = kept.keys().next().value;
  if (kept.size > keptGatherings && oldest !== undefined) kept.delete(oldest);
  return below;
}

/** Whether an edge from one task to another would make a cycle. */
export function isMakingCycle(graph: Graph, from: TaskId, to: TaskId): boolean {
  return from === to || isWaitingFor(graph, from, to);
}
