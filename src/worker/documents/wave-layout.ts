import type { Point } from '@/workflow/document';

/** A box to lay out, with its size in pixels. */
export interface LayoutNode {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** An arrow between two boxes. */
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

/** Pixels between boxes of a column, and between columns. */
const between = { boxes: 32, columns: 80 };

/**
 * Places boxes in columns, each to the right of all that it waits for. Boxes of a column are sorted by the height of
 * what they wait for. Takes linear time, so it works for graphs of any size. A box in a cycle is placed in the column
 * that it has reached. All coordinates are 0 or greater.
 */
export function layOutInWaves(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Map<string, Point> {
  const waves = computeWaves(nodes, edges);
  const before = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of edges) if (before.has(from)) before.get(to)?.push(from);
  const columns: LayoutNode[][] = [];
  for (const node of nodes) {
    const wave = waves.get(node.id) ?? 0;
    while (columns.length <= wave) columns.push([]);
    columns[wave]?.push(node);
  }
  const placed = new Map<string, Point>();
  let x = 0;
  for (const column of columns) {
    const middles = new Map(column.map(({ id }) => [id, computeMiddle(before.get(id) ?? [], placed)]));
    let y = 0;
    for (const { id, height } of column.toSorted((a, b) => (middles.get(a.id) ?? 0) - (middles.get(b.id) ?? 0))) {
      placed.set(id, [x, y]);
      y += height + between.boxes;
    }
    x += Math.max(0, ...column.map(({ width }) => width)) + between.columns;
  }
  return placed;
}

/** The mean top of some placed boxes; 0 without any. */
function computeMiddle(ids: readonly string[], placed: ReadonlyMap<string, Point>): number {
  const tops = ids.flatMap((id) => placed.get(id)?.[1] ?? []);
  return tops.length === 0 ? 0 : tops.reduce((sum, top) => sum + top, 0) / tops.length;
}

/** The length of the longest chain before each box, from 0. */
function computeWaves(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Map<string, number> {
  const waves = new Map(nodes.map(({ id }) => [id, 0]));
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  const after = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of edges) {
    if (!after.has(from) || !open.has(to) || from === to) continue;
    after.get(from)?.push(to);
    open.set(to, (open.get(to) ?? 0) + 1);
  }
  const ready = nodes.flatMap(({ id }) => (open.get(id) === 0 ? [id] : []));
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    for (const next of after.get(id) ?? []) {
      waves.set(next, Math.max(waves.get(next) ?? 0, (waves.get(id) ?? 0) + 1));
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  return waves;
}
