import type { ForeignEdge, ForeignGraph, ForeignNode } from './foreign-graph';

/** How the nodes of a graph hang together. Edges that would close a circle are left out, as circles of parents are. */
export class GraphShape {
  readonly #nodes: ReadonlyMap<string, ForeignNode>;
  readonly #parents: ReadonlyMap<string, string>;
  readonly #into = new Map<string, ForeignEdge[]>();
  readonly #out = new Map<string, ForeignEdge[]>();
  /** Edges that lead back to where they come from. */
  readonly backward: readonly ForeignEdge[];
  /** The nodes before the one that was asked about last: a graph with thousands of nodes has millions of pairs. */
  #before: { readonly id: string; readonly ids: ReadonlySet<string> } | undefined;

  constructor({ nodes, edges }: Pick<ForeignGraph, 'nodes' | 'edges'>) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    this.#parents = findParents(nodes, this.#nodes);
    const inside = edges.filter(({ from, to }) => this.#parents.get(from) === this.#parents.get(to));
    const { forward, backward } = breakCircles(inside);
    this.backward = backward;
    for (const edge of forward) {
      pushTo(this.#into, edge.to, edge);
      pushTo(this.#out, edge.from, edge);
    }
  }

  find(id: string): ForeignNode | undefined {
    return this.#nodes.get(id);
  }

  findParent(id: string): string | undefined {
    return this.#parents.get(id);
  }

  /** The nodes in a node; undefined: those in none. */
  listChildren(parent: string | undefined): readonly ForeignNode[] {
    return [...this.#nodes.values()].filter(({ id }) => this.#parents.get(id) === parent);
  }

  listEdgesInto(id: string): readonly ForeignEdge[] {
    return this.#into.get(id) ?? [];
  }

  listEdgesOutOf(id: string): readonly ForeignEdge[] {
    return this.#out.get(id) ?? [];
  }

  /** Whether a node has ended whenever another begins, or holds it. */
  isBefore(earlier: string, later: string): boolean {
    for (let at: string | undefined = later; at !== undefined; at = this.#parents.get(at)) {
      if (at === earlier) return at !== later;
      if (this.#listBefore(at).has(earlier)) return true;
    }
    return false;
  }

  #listBefore(id: string): ReadonlySet<string> {
    if (this.#before?.id === id) return this.#before.ids;
    const ids = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { from } of this.listEdgesInto(at)) {
        if (ids.has(from)) continue;
        ids.add(from);
        open.push(from);
      }
    }
    this.#before = { id, ids };
    return ids;
  }
}

function pushTo(map: Map<string, ForeignEdge[]>, key: string, edge: ForeignEdge): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [edge]);
  else list.push(edge);
}

/** The parent of each node that has one, without circles. */
function findParents(nodes: readonly ForeignNode[], known: ReadonlyMap<string, ForeignNode>): Map<string, string> {
  const parents = new Map<string, string>();
  for (const { id, parent } of nodes) {
    if (parent === undefined || parent === id || !known.has(parent)) continue;
    let at: string | undefined = parent;
    let depth = 0;
    while (at !== undefined && at !== id && depth < mostLevels) {
      at = parents.get(at);
      depth += 1;
    }
    if (at === undefined) parents.set(id, parent);
  }
  return parents;
}

/** Levels of nodes in nodes. */
const mostLevels = 20;

/** Divides edges into those of a graph without circles, and those that would close one. Needs no recursion. */
function breakCircles(edges: readonly ForeignEdge[]) {
  const out = new Map<string, ForeignEdge[]>();
  for (const edge of edges) pushTo(out, edge.from, edge);
  const state = new Map<string, 'open' | 'done'>();
  const backward = new Set<ForeignEdge>();
  for (const { from: start } of edges) {
    if (state.has(start)) continue;
    const stack: { readonly id: string; next: number }[] = [{ id: start, next: 0 }];
    state.set(start, 'open');
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = out.get(top.id)?.[top.next];
      top.next += 1;
      if (edge === undefined) {
        state.set(top.id, 'done');
        stack.pop();
      } else if (state.get(edge.to) === 'open') {
        backward.add(edge);
      } else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        stack.push({ id: edge.to, next: 0 });
      }
    }
  }
  return { forward: edges.filter((edge) => !backward.has(edge)), backward: [...backward] };
}
