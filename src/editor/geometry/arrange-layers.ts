import type { Point } from '@/workflow/document';
import { portY, taskGap } from './node-geometry';

/** A box to be placed. Sizes in pixels. */
export interface SizedBox {
  readonly segment: string;
  readonly width: number;
  readonly height: number;
}

/** A line from one box to another, by their segments. */
interface Joint {
  readonly from: string;
  readonly to: string;
}

interface Gaps {
  readonly x: number;
  readonly y: number;
}

/** A box in its column, or the lane in which a line passes that column. */
interface Item {
  readonly box: SizedBox | undefined;
  readonly column: number;
  /** What it is joined to in the column before and in the one after, with how much a bend there matters. */
  readonly before: Link[];
  readonly after: Link[];
  /** The number in its column. */
  order: number;
  /** Where its wires are, in pixels from above: the middle of the ports of a box. */
  line: number;
}

interface Link {
  readonly item: Item;
  readonly weight: number;
}

/** How much a bend of a line matters: between boxes, where it enters a lane, and within one. */
const weights = { boxes: 1, entry: 2, lane: 8 } as const;
/** Pixels between a lane and the box below it, and between two lanes. */
const laneGap = { box: 20, lane: 16 } as const;
/** With more lanes than boxes by this factor, lines that pass a column get none: they find their way around. */
const mostLanes = 4;
/** How often columns are sorted and moved, and above how many items only once, as it takes long and shows little. */
const sweeps = 4;
const many = 2000;

/**
 * Places boxes in columns from left to right, by the length of the chain before each (`wave`). Columns lie apart by
 * their widest box, rows by their heights; boxes of a column are sorted, and moved, so that lines are short and cross
 * little. A line past a column has a lane there between the boxes. All coordinates are 0 or greater; the same input
 * gives the same places.
 */
export function arrangeLayers(
  boxes: readonly SizedBox[],
  joints: readonly Joint[],
  wave: ReadonlyMap<string, number>,
  gap: Gaps = taskGap,
): ReadonlyMap<string, Point> {
  const columns = buildColumns(boxes, joints, wave);
  const count = columns.reduce((sum, { length }) => sum + length, 0);
  sortColumns(columns, count > many ? 1 : sweeps);
  moveColumns(columns, gap.y, count > many ? 1 : sweeps);
  const placed = new Map<string, Point>();
  const top = Math.min(...columns.map(([first]) => (first ? first.line - measureAbove(first) : 0)));
  let x = 0;
  for (const column of columns) {
    let widest = 0;
    for (const { box, line } of column) {
      if (box === undefined) continue;
      placed.set(box.segment, [x, Math.round(line - portY - top)]);
      widest = Math.max(widest, box.width);
    }
    x += widest + gap.x;
  }
  return placed;
}

/** The columns that have boxes, with lanes where lines pass them. */
function buildColumns(
  boxes: readonly SizedBox[],
  joints: readonly Joint[],
  wave: ReadonlyMap<string, number>,
): readonly Item[][] {
  const waves = [...new Set(boxes.map(({ segment }) => wave.get(segment) ?? 0))].sort((a, b) => a - b);
  const numbers = new Map(waves.map((one, column) => [one, column]));
  const columns: Item[][] = waves.map(() => []);
  const items = new Map<string, Item>();
  const addItem = (column: number, box?: SizedBox): Item => {
    const order = columns[column]?.length ?? 0;
    const item: Item = { box, column, before: [], after: [], order, line: 0 };
    columns[column]?.push(item);
    return item;
  };
  for (const box of boxes) items.set(box.segment, addItem(numbers.get(wave.get(box.segment) ?? 0) ?? 0, box));
  const ends = joints.flatMap(({ from, to }) => {
    const [source, target] = [items.get(from), items.get(to)];
    return source && target && source.column < target.column ? [[source, target] as const] : [];
  });
  const passed = ends.reduce((sum, [source, target]) => sum + target.column - source.column - 1, 0);
  const hasLanes = passed <= mostLanes * boxes.length;
  /** Lines from the same box share their lanes. */
  const lanes = new Map<Item, Item[]>();
  for (const [source, target] of ends) {
    if (!hasLanes && target.column - source.column > 1) continue;
    const own = lanes.get(source) ?? [];
    lanes.set(source, own);
    let last = source;
    for (let column = source.column + 1; column < target.column; column += 1) {
      const known = own[column - source.column - 1];
      const lane = known ?? addItem(column);
      if (known === undefined) {
        own.push(lane);
        linkItems(last, lane, last === source ? weights.entry : weights.lane);
      }
      last = lane;
    }
    linkItems(last, target, last === source ? weights.boxes : weights.entry);
  }
  return columns;
}

function linkItems(from: Item, to: Item, weight: number): void {
  from.after.push({ item: to, weight });
  to.before.push({ item: from, weight });
}

/** Sorts each column by the middle of what its items are joined to, and keeps the order in which the fewest cross. */
function sortColumns(columns: readonly Item[][], times: number): void {
  let fewest = countCrossings(columns);
  let best = columns.map((column) => [...column]);
  for (let time = 0; time < times && fewest > 0; time += 1) {
    for (const side of ['before', 'after'] as const) {
      for (const column of side === 'before' ? columns : columns.toReversed()) sortColumn(column, side);
      const crossings = countCrossings(columns);
      if (crossings >= fewest) continue;
      fewest = crossings;
      best = columns.map((column) => [...column]);
    }
  }
  for (const [index, column] of best.entries()) numberItems(columns[index] ?? [], column);
}

function sortColumn(column: Item[], side: 'before' | 'after'): void {
  const middles = new Map<Item, number>();
  for (const item of column) {
    const links = item[side];
    // What is joined to nothing there stays about where it is.
    middles.set(
      item,
      links.length === 0 ? item.order : links.reduce((sum, { item: { order } }) => sum + order, 0) / links.length,
    );
  }
  numberItems(
    column,
    column.toSorted((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0)),
  );
}

function numberItems(column: Item[], sorted: readonly Item[]): void {
  for (const [order, item] of sorted.entries()) {
    item.order = order;
    column[order] = item;
  }
}

/** The number of pairs of lines between neighbouring columns that cross. */
function countCrossings(columns: readonly (readonly Item[])[]): number {
  let crossings = 0;
  for (const column of columns) {
    /** Where the lines so far end, counted in a tree of sums. */
    const sums: number[] = [];
    let ended = 0;
    for (const { after } of column) {
      const orders = after.map(({ item }) => item.order);
      for (const order of orders) {
        let above = 0;
        for (let at = order + 1; at > 0; at -= at & -at) above += sums[at] ?? 0;
        crossings += ended - above;
      }
      for (const order of orders) {
        const last = columns[after[0]?.item.column ?? 0]?.length ?? 0;
        for (let at = order + 1; at <= last; at += at & -at) sums[at] = (sums[at] ?? 0) + 1;
      }
      ended += orders.length;
    }
  }
  return crossings;
}

const measureAbove = ({ box }: Item): number => (box === undefined ? 0 : portY);
const measureBelow = ({ box }: Item): number => (box === undefined ? 0 : box.height - portY);

/** The least distance of the lines of two items that follow each other in a column. */
function measureBetween(upper: Item, lower: Item, gap: number): number {
  const isLane = { upper: upper.box === undefined, lower: lower.box === undefined };
  const free = isLane.upper ? (isLane.lower ? laneGap.lane : laneGap.box) : gap;
  return measureBelow(upper) + free + measureAbove(lower);
}

/** Moves the items of each column, in their order, to where their lines bend the least. */
function moveColumns(columns: readonly Item[][], gap: number, times: number): void {
  for (const column of columns) spreadColumn(column, gap, ({ line }) => ({ line, weight: 1 }));
  for (let time = 0; time < times; time += 1) {
    for (const column of columns) spreadColumn(column, gap, (item) => computeWish(item, item.before));
    for (const column of columns.toReversed()) spreadColumn(column, gap, (item) => computeWish(item, item.after));
  }
  for (const column of columns) spreadColumn(column, gap, (item) => computeWish(item, [...item.before, ...item.after]));
}

interface Wish {
  readonly line: number;
  readonly weight: number;
}

/** Where an item would lie with its lines straight. One without lines hardly matters. */
function computeWish({ line }: Item, links: readonly Link[]): Wish {
  let [sum, weight] = [0, 0];
  for (const link of links) {
    sum += link.item.line * link.weight;
    weight += link.weight;
  }
  return weight === 0 ? { line, weight: 0.01 } : { line: sum / weight, weight };
}

/** A run of items that lie as close as they may. */
interface Block {
  sum: number;
  weight: number;
  count: number;
}

/** The places nearest to what is wished (least squares) that keep order and gaps: neighbours too close merge. */
function spreadColumn(column: readonly Item[], gap: number, wishOf: (item: Item) => Wish): void {
  const offsets: number[] = [];
  const blocks: Block[] = [];
  for (const [index, item] of column.entries()) {
    const upper = column[index - 1];
    const offset = upper === undefined ? 0 : (offsets[index - 1] ?? 0) + measureBetween(upper, item, gap);
    offsets.push(offset);
    const { line, weight } = wishOf(item);
    let block: Block = { sum: (line - offset) * weight, weight, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.weight >= block.sum / block.weight; last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: last.sum + block.sum, weight: last.weight + block.weight, count: last.count + block.count };
    }
    blocks.push(block);
  }
  let index = 0;
  for (const { sum, weight, count } of blocks) {
    for (const end = index + count; index < end; index += 1) {
      const item = column[index];
      if (item) item.line = sum / weight + (offsets[index] ?? 0);
    }
  }
}
