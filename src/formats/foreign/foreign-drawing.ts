import { makeLineVisible } from '@/base/visible-text';
import type { ForeignGraph, ForeignNode } from './foreign-graph';
import { GraphShape } from './graph-shape';

/** A graph of another program as it was drawn there, in pixels from the upper left corner. Its texts are cut. */
export interface ForeignDrawing {
  /** Containers come before what is in them. */
  readonly boxes: readonly ForeignBox[];
  readonly wires: readonly { readonly from: string; readonly port: string; readonly to: string }[];
  /** Nodes and notes that are left out, as there are too many. */
  readonly more: number;
}

/** A node, or a note. */
interface ForeignBox {
  /** Where it stands in the file, as in the report: `node:17190`. */
  readonly place: string;
  readonly title: string;
  /** What the other program calls it; `note` for a note. */
  readonly kind: string;
  readonly at: readonly [x: number, y: number, width: number, height: number];
  /** Whether others are drawn in it. */
  readonly isOpen: boolean;
}

/** The most that is drawn: a person sees no more, and the file may come from anybody. */
const most = { boxes: 1000, wires: 4000, letters: 80, pixels: 500_000 } as const;
/** The size of a node, where there is room for it, and the room around what is in a container. */
const size = { width: 240, narrow: 110, height: 60, gap: 24 } as const;
const padding = 40;

/** Draws a graph where its nodes were. */
export function drawForeign(graph: Pick<ForeignGraph, 'nodes' | 'edges' | 'notes'>): ForeignDrawing {
  const shape = new GraphShape(graph);
  const nodes = graph.nodes.slice(0, most.boxes);
  const notes = graph.notes.slice(0, most.boxes - nodes.length);
  const drawn = new Set(nodes.map(({ id }) => id));
  const holds = new Set(nodes.flatMap(({ id }) => shape.findParent(id) ?? []));
  const placed = placeNodes(shape, nodes);
  const cornerOf = (id: string) => placed.get(id)?.corner ?? [0, 0];
  const depthOf = (id: string) => placed.get(id)?.depth ?? 0;
  const leaves = nodes.filter(({ id }) => !holds.has(id)).map(({ id }) => cornerOf(id));
  const width = findWidth(leaves);
  const rects = new Map<string, Rect>();
  for (const { id } of nodes) {
    const [x, y] = cornerOf(id);
    rects.set(id, [x, y, width, size.height]);
  }
  // From the inside out, so that a container has room for containers.
  for (const { id } of nodes.toSorted((a, b) => depthOf(b.id) - depthOf(a.id))) {
    const parent = shape.findParent(id);
    const [inner, outer] = [rects.get(id), parent === undefined ? undefined : rects.get(parent)];
    if (parent !== undefined && inner !== undefined && outer !== undefined) rects.set(parent, widen(outer, inner));
  }
  const noteRects = notes.map(({ at, parent, size: own = [width, size.height] }): Rect => {
    const [left, top] = parent === undefined ? [0, 0] : cornerOf(parent);
    return [bound(left + at[0]), bound(top + at[1]), Math.min(own[0], 2000), Math.min(own[1], 2000)];
  });
  const all = [...rects.values(), ...noteRects];
  const left = all.reduce((least, [x]) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const upper = all.reduce((least, [, y]) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const move = ([x, y, wide, high]: Rect): Rect => [x - left, y - upper, wide, high];
  const cut = (text: string) => makeLineVisible(text, most.letters);
  const boxes = nodes
    .toSorted((a, b) => depthOf(a.id) - depthOf(b.id))
    .map(({ id, title, kind }): ForeignBox => {
      const at = move(rects.get(id) ?? [left, upper, width, size.height]);
      return { place: `node:${id}`, title: cut(title || kind || 'node'), kind: cut(kind), at, isOpen: holds.has(id) };
    });
  const written = notes.map(({ id, text }, index): ForeignBox => {
    const at = move(noteRects[index] ?? [left, upper, width, size.height]);
    return { place: `note:${id}`, title: cut(text) || 'Note', kind: 'note', at, isOpen: false };
  });
  return {
    boxes: [...boxes, ...written],
    wires: graph.edges
      .filter(({ from, to }) => drawn.has(from) && drawn.has(to))
      .slice(0, most.wires)
      .map(({ from, port, to }) => ({ from, port: cut(port), to })),
    more: graph.nodes.length + graph.notes.length - nodes.length - notes.length,
  };
}

type Rect = readonly [x: number, y: number, width: number, height: number];

const bound = (pixels: number): number => Math.min(Math.max(Math.round(pixels), -most.pixels), most.pixels);

interface PlacedNode {
  readonly corner: readonly [x: number, y: number];
  /** The number of containers around it. */
  readonly depth: number;
}

/** Where nodes are: what is in a container is placed from its corner. Needs no recursion. */
function placeNodes(shape: GraphShape, nodes: readonly ForeignNode[]): ReadonlyMap<string, PlacedNode> {
  const placed = new Map<string, PlacedNode>();
  for (const { id } of nodes) {
    const open: string[] = [];
    for (let at: string | undefined = id; at !== undefined && !placed.has(at); at = shape.findParent(at)) open.push(at);
    for (const next of open.toReversed()) {
      const {
        corner: [left, top],
        depth,
      } = placed.get(shape.findParent(next) ?? '') ?? { corner: [0, 0], depth: -1 };
      const [x, y] = shape.find(next)?.at ?? [0, 0];
      placed.set(next, { corner: [bound(left + x), bound(top + y)], depth: depth + 1 });
    }
  }
  return placed;
}

/** As wide as the nodes that are nearest beside each other let a node be. */
function findWidth(corners: readonly (readonly [number, number])[]): number {
  const rows = new Map<number, number[]>();
  for (const [x, y] of corners) {
    // A node is in two rows, so that neighbours that a border parts have one in common.
    for (const row of [Math.floor(y / size.height), Math.floor(y / size.height) + 1]) {
      const xs = rows.get(row);
      if (xs === undefined) rows.set(row, [x]);
      else xs.push(x);
    }
  }
  let width: number = size.width;
  for (const xs of rows.values()) {
    xs.sort((a, b) => a - b);
    for (const [index, x] of xs.entries()) {
      const room = x - (xs[index - 1] ?? Number.NEGATIVE_INFINITY);
      if (room >= size.narrow + size.gap) width = Math.min(width, room - size.gap);
    }
  }
  return width;
}

function widen([x, y, width, height]: Rect, [innerX, innerY, innerWidth, innerHeight]: Rect): Rect {
  const [left, top] = [Math.min(x, innerX - padding), Math.min(y, innerY - padding)];
  const right = Math.max(x + width, innerX + innerWidth + padding);
  const bottom = Math.max(y + height, innerY + innerHeight + padding);
  return [left, top, right - left, bottom - top];
}
