import type { ForeignEdge, ForeignGraph, ForeignNode } from '../foreign-graph';
import { getNumber, getText } from '../read-plain';

/** Nodes that are run again: what a loop node leads back to, and all that is between. */
export interface RepeatedNodes {
  /** Of the node that holds them, which the file does not have. */
  readonly id: string;
  /** The nodes that lead back, each with the one that it leads to. */
  readonly back: readonly { readonly id: string; readonly to: string }[];
  /** Where a first round begins. */
  readonly entries: readonly string[];
  /** The edges that lead out of it, by the number of the exit. */
  readonly exits: readonly ForeignEdge[];
  /** Most rounds. */
  readonly rounds: number;
}

export interface WrappedGraph {
  readonly graph: ForeignGraph;
  readonly loops: ReadonlyMap<string, RepeatedNodes>;
}

export const loopKind = 'loop';

/** Where a loop node leads to: `agentAgentflow_0-Label`. */
export const readTarget = ({ raw }: ForeignNode): string => getText(raw, 'loopBackToNode').split('-')[0] ?? '';

/** Puts the nodes of each loop into one that holds them: a graph of tasks has no circles. */
export function wrapLoops(graph: ForeignGraph): WrappedGraph {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const isBeside = (from: string, to: string) =>
    nodes.has(to) && from !== to && nodes.get(from)?.parent === nodes.get(to)?.parent;
  const back = graph.nodes.flatMap((node) => {
    const to = node.kind === 'loopAgentflow' ? readTarget(node) : '';
    return isBeside(node.id, to) ? [{ id: node.id, to }] : [];
  });
  if (back.length === 0) return { graph, loops: new Map() };
  const ways = new Map<string, string[]>(graph.nodes.map(({ id }) => [id, []]));
  for (const { from, to } of graph.edges) if (isBeside(from, to)) ways.get(from)?.push(to);
  for (const { id, to } of back) ways.get(id)?.push(to);
  const holders = new Map<string, string>();
  const loops = new Map<string, RepeatedNodes>();
  const added = new Map<string, ForeignNode>();
  for (const members of findCircles(ways)) {
    const own = back.filter(({ id, to }) => members.has(id) && members.has(to));
    const [first] = own;
    if (first === undefined) continue;
    const id = `loop:${first.id}`;
    for (const member of members) holders.set(member, id);
    loops.set(id, describeLoop(id, own, members, graph, nodes));
    added.set(id, createHolder(id, first.to, members, nodes));
  }
  const numbers = new Map(
    [...loops.values()].flatMap(({ exits }) => exits.map((edge, index) => [edge, index] as const)),
  );
  const top = (id: string) => holders.get(id) ?? id;
  const edges = new Map<string, ForeignEdge>();
  const keep = (edge: ForeignEdge) => edges.set(JSON.stringify([edge.from, edge.port, edge.to]), edge);
  for (const edge of graph.edges) {
    const from = holders.get(edge.from);
    if (from === holders.get(edge.to)) keep(edge);
    else if (from === undefined) keep({ ...edge, to: top(edge.to) });
    else keep({ from, port: `exit_${numbers.get(edge)}`, to: top(edge.to) });
  }
  // A loop stands where the first of its nodes stood.
  const moved = graph.nodes.flatMap((node): ForeignNode[] => {
    const id = holders.get(node.id);
    if (id === undefined) return [node];
    const holder = added.get(id);
    added.delete(id);
    return [...(holder === undefined ? [] : [holder]), { ...node, parent: id }];
  });
  return { graph: { ...graph, nodes: moved, edges: [...edges.values()] }, loops };
}

function describeLoop(
  id: string,
  back: RepeatedNodes['back'],
  members: ReadonlySet<string>,
  { edges }: ForeignGraph,
  nodes: ReadonlyMap<string, ForeignNode>,
): RepeatedNodes {
  const into = edges.filter(({ from, to }) => members.has(to) && !members.has(from)).map(({ to }) => to);
  const led = new Set(edges.filter(({ from }) => members.has(from)).map(({ to }) => to));
  const loose = [...members].filter((member) => !led.has(member) && into.length === 0);
  // How often each leads back at most, of which the last time ends it: `processNodeOutputs` in buildAgentflow.ts.
  const again = back.map((one) => Math.max(Math.round(getNumber(nodes.get(one.id)?.raw, 'maxLoopCount') ?? 5) - 1, 0));
  return {
    id,
    back,
    entries: [...new Set(into.length > 0 ? into : loose)],
    exits: edges.filter(({ from, to }) => members.has(from) && !members.has(to)),
    rounds: Math.min(1 + again.reduce((sum, one) => sum + one, 0), 1000),
  };
}

function createHolder(
  id: string,
  first: string,
  members: ReadonlySet<string>,
  nodes: ReadonlyMap<string, ForeignNode>,
): ForeignNode {
  const all = [...members].flatMap((member) => nodes.get(member) ?? []);
  const head = nodes.get(first);
  return {
    id,
    kind: loopKind,
    title: `Loop ${head?.title ?? ''}`.trim(),
    at: [Math.min(...all.map(({ at }) => at[0])), Math.min(...all.map(({ at }) => at[1]))],
    parent: head?.parent,
    fields: {},
    raw: {},
  };
}

/** The sets of nodes that lead to one another (Tarjan's strongly connected components, without recursion). */
function findCircles(ways: ReadonlyMap<string, readonly string[]>): ReadonlySet<string>[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const waiting: string[] = [];
  const isWaiting = new Set<string>();
  const circles: ReadonlySet<string>[] = [];
  const lower = (id: string, by: number) => low.set(id, Math.min(low.get(id) ?? by, by));
  for (const start of ways.keys()) {
    if (order.has(start)) continue;
    const stack: { readonly id: string; next: number }[] = [];
    const enter = (id: string) => {
      order.set(id, order.size);
      low.set(id, order.get(id) ?? 0);
      waiting.push(id);
      isWaiting.add(id);
      stack.push({ id, next: 0 });
    };
    enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const to = ways.get(top.id)?.[top.next];
      top.next += 1;
      if (to !== undefined) {
        if (!order.has(to)) enter(to);
        else if (isWaiting.has(to)) lower(top.id, order.get(to) ?? 0);
        continue;
      }
      stack.pop();
      const parent = stack.at(-1);
      if (parent !== undefined) lower(parent.id, low.get(top.id) ?? 0);
      if (low.get(top.id) !== order.get(top.id)) continue;
      const circle = waiting.splice(waiting.lastIndexOf(top.id));
      for (const member of circle) isWaiting.delete(member);
      if (circle.length > 1) circles.push(new Set(circle));
    }
  }
  return circles;
}
