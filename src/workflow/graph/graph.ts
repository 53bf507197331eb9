import type { WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { idsOf, type TaskRecord, tasksDifference } from '../task-record';

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
  return graphOf(document.tasks);
}

/** The graph of the tasks of a document or a group; built once for tasks with the same dependencies. */
export function graphOf(tasks: TaskRecord): Graph {
  const known = graphs.get(tasks);
  if (known !== undefined) return known;
  const last = lastByIds.get(idsOf(tasks)) ?? newest;
  const graph = last !== undefined && hasSameEdges(last.tasks, tasks) ? last.graph : makeGraph(tasks);
  lastByIds.set(idsOf(tasks), { tasks, graph });
  if (graph.ids.length >= largeGraph) newest = { tasks, graph };
  graphs.set(tasks, graph);
  return graph;
}

/** Whether the same ids are in the same order, and each waits for the same. */
function hasSameEdges(before: TaskRecord, after: TaskRecord): boolean {
  const { ids, isSameOrder } = tasksDifference(before, after);
  return isSameOrder && ids.every((id) => sameIds(before[id]?.dependsOn ?? none, after[id]?.dependsOn ?? none));
}

function sameIds(a: readonly TaskId[], b: readonly TaskId[]): boolean {
  return a === b || (a.length === b.length && a.every((id, index) => id === b[index]));
}

function makeGraph(tasks: TaskRecord): Graph {
  const ids = idsOf(tasks);
  const dependencies = new Map(ids.map((id) => [id, existing(tasks, id)]));
  const dependents = new Map<TaskId, TaskId[]>(ids.map((id) => [id, []]));
  for (const [id, waitsFor] of dependencies) for (const dependency of waitsFor) dependents.get(dependency)?.push(id);
  const components = componentsOf(ids, dependencies);
  return {
    ids,
    dependencies,
    dependents,
    order: components.flat(),
    wave: wavesOf(components, dependencies),
    cycles: cyclesOf(components, ids, dependencies),
  };
}

/** The graph of steps, which run one after the other: each waits for the previous one. */
export function graphOfSteps(ids: readonly TaskId[]): Graph {
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

function existing(tasks: TaskRecord, id: TaskId): readonly TaskId[] {
  const dependsOn = tasks[id]?.dependsOn ?? none;
  const found = dependsOn.filter((dependency) => Object.hasOwn(tasks, dependency));
  return found.length > 1 ? [...new Set(found)] : found;
}

/**
 * Tarjan's strongly connected components, without recursion. Dependencies come out before those that wait for them; a
 * component of several tasks is a cycle.
 */
function componentsOf(ids: readonly TaskId[], dependencies: Graph['dependencies']): TaskId[][] {
  const components: TaskId[][] = [];
  const found = new Map<TaskId, number>();
  const low = new Map<TaskId, number>();
  const open: TaskId[] = [];
  const isOpen = new Set<TaskId>();
  const calls: { readonly id: TaskId; next: number }[] = [];
  const lower = (id: TaskId, to: number) => low.set(id, Math.min(low.get(id) ?? to, to));
  const enter = (id: TaskId) => {
    low.set(id, found.size);
    found.set(id, found.size);
    open.push(id);
    isOpen.add(id);
    calls.push({ id, next: 0 });
  };
  for (const root of ids) {
    if (!found.has(root)) enter(root);
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const dependency = dependencies.get(call.id)?.[call.next];
      call.next += 1;
      if (dependency !== undefined) {
        if (!found.has(dependency)) enter(dependency);
        else if (isOpen.has(dependency)) lower(call.id, found.get(dependency) ?? 0);
        continue;
      }
      calls.pop();
      const caller = calls.at(-1);
      if (caller !== undefined) lower(caller.id, low.get(call.id) ?? 0);
      if (low.get(call.id) !== found.get(call.id)) continue;
      const component = open.splice(open.lastIndexOf(call.id));
      for (const id of component) isOpen.delete(id);
      components.push(component);
    }
  }
  return components;
}

function wavesOf(components: readonly TaskId[][], dependencies: Graph['dependencies']): Map<TaskId, number> {
  const wave = new Map<TaskId, number>();
  for (const component of components) {
    let height = 0;
    for (const id of component) {
      for (const dependency of dependencies.get(id) ?? none)
        height = Math.max(height, (wave.get(dependency) ?? -1) + 1);
    }
    for (const id of component) wave.set(id, height);
  }
  return wave;
}

function cyclesOf(components: readonly TaskId[][], ids: readonly TaskId[], dependencies: Graph['dependencies']) {
  const cycles = components.filter(
    ([first, ...rest]) => rest.length > 0 || (first !== undefined && dependencies.get(first)?.includes(first)),
  );
  if (cycles.length === 0) return cycles;
  const place = new Map(ids.map((id, index) => [id, index]));
  return cycles.map((cycle) => cycle.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)));
}

/**
 * All tasks that this one waits for, directly or by way of others. Includes the task itself only if it is in a cycle.
 */
export function upstream(graph: Graph, id: TaskId): ReadonlySet<TaskId> {
  return reach(graph.dependencies, id);
}

/**
 * All tasks that wait for this one, directly or by way of others. Includes the task itself only if it is in a cycle.
 */
export function downstream(graph: Graph, id: TaskId): ReadonlySet<TaskId> {
  return reach(graph.dependents, id);
}

function reach(edges: Graph['dependencies'], start: TaskId): Set<TaskId> {
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
export function waitsFor(graph: Graph, id: TaskId, other: TaskId): boolean {
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
    if (seen.size > nearTasks) return gathered(graph, other).has(id);
  }
  return false;
}

/** How many tasks are visited before all descendants are collected, and for how many tasks they are cached. */
const nearTasks = 32;
const keptGatherings = 16;
const gatherings = new WeakMap<Graph, Map<TaskId, ReadonlySet<TaskId>>>();

function gathered(graph: Graph, id: TaskId): ReadonlySet<TaskId> {
  const kept = gatherings.get(graph) ?? new Map<TaskId, ReadonlySet<TaskId>>();
  gatherings.set(graph, kept);
  const below = kept.get(id) ?? downstream(graph, id);
  kept.delete(id);
  kept.set(id, below);
  const oldest = kept.keys().next().value;
  if (kept.size > keptGatherings && oldest !== undefined) kept.delete(oldest);
  return below;
}

/** Whether an edge from one task to another would make a cycle. */
export function wouldCycle(graph: Graph, from: TaskId, to: TaskId): boolean {
  return from === to || waitsFor(graph, from, to);
}
