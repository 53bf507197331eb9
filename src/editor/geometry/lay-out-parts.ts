import type { Point } from '@/workflow/document';
import { getGraph, listJoints } from '@/workflow/graph/graph';
import { formatSegment } from '@/workflow/segment-label';
import type { Task } from '@/workflow/tasks';
import type { PartPosition } from '@/workflow/tasks/parts';
import { hasOwnSlots } from '@/workflow/tasks/traits';
import { arrangeLayers, type SizedBox } from './arrange-layers';
import { captionRoom, loopGutter } from './node-geometry';

/** A task inside another, with its role there. */
export interface PartIn extends Pick<PartPosition, 'role' | 'segment'> {
  readonly task: Task;
}
/** A part to be placed. */
export type SizedPart = SizedBox & PartIn;

/** Gaps in pixels: between parts that a line joins, and between those that none joins. */
const lineGap = 48;
const stackGap = 24;

/**
 * The text above a part: the condition or the value for which it runs. Empty where the part's title already says so,
 * and for steps, subtasks and the parts of a loop.
 */
export function findCaption(task: Task, { role, segment, task: part }: PartIn): string | undefined {
  switch (role) {
    case 'best_of_evaluator':
      return `chooses of ${task.bestOf?.n ?? 'several'} tries`;
    case 'case': {
      const test = task.type === 'cond' ? task.cases?.[Number(segment.slice('case:'.length)) - 1]?.test : undefined;
      return `if ${test ?? '…'}`;
    }
    case 'else':
      return 'else';
    case 'input':
    case 'map_item':
    case 'reduce_item':
    case 'reduction':
      return part.name === undefined ? undefined : formatSegment(segment);
    default:
      return undefined;
  }
}

/**
 * The smallest allowed position of a part in the content of its container: a caption takes room above, a loop takes
 * room at the left.
 */
export function computeLeastPosition(task: Task, part: PartIn): Point {
  const inLoop = part.role === 'director' || part.role === 'director_script' || part.role === 'evaluator';
  return [inLoop ? loopGutter : 0, findCaption(task, part) === undefined ? 0 : captionRoom];
}

/**
 * The positions of parts that nobody has placed, in the content of their container: its inputs, its own parts, its
 * chooser.
 */
export function layOutParts(task: Task, parts: readonly SizedPart[]): ReadonlyMap<string, Point> {
  const own = parts.filter(({ role }) => role !== 'input' && role !== 'best_of_evaluator');
  const blocks = [
    arrangeStack(
      task,
      parts.filter(({ role }) => role === 'input'),
    ),
    arrangeOwnParts(task, own),
    arrangeStack(
      task,
      parts.filter(({ role }) => role === 'best_of_evaluator'),
    ),
  ];
  const placed = new Map<string, Point>();
  const sizes = new Map(parts.map((part) => [part.segment, part]));
  let left = 0;
  for (const block of blocks) {
    let right = left;
    for (const [segment, [x, y]] of block) {
      placed.set(segment, [left + x, y]);
      right = Math.max(right, left + x + (sizes.get(segment)?.width ?? 0));
    }
    if (block.size > 0) left = right + lineGap;
  }
  return placed;
}

function arrangeOwnParts(task: Task, parts: readonly SizedPart[]): ReadonlyMap<string, Point> {
  if (!hasOwnSlots(task)) return arrangeRow(task, parts);
  switch (task.type) {
    case 'group': {
      const graph = getGraph(task.subtasks ?? {});
      return arrangeLayers(parts, listJoints(graph), graph.wave, { x: lineGap, y: stackGap });
    }
    case 'cond':
      return arrangeStack(task, parts);
    case 'director_evaluator':
      return arrangeStack(task, parts, lineGap);
    case 'sequential':
    case 'map':
    case 'reduce':
      return arrangeRow(task, parts);
  }
}

function arrangeRow(task: Task, parts: readonly SizedPart[]): ReadonlyMap<string, Point> {
  const placed = new Map<string, Point>();
  const top = Math.max(...parts.map((part) => computeLeastPosition(task, part)[1]));
  let x = 0;
  for (const { segment, width } of parts) {
    placed.set(segment, [x, top]);
    x += width + lineGap;
  }
  return placed;
}

function arrangeStack(task: Task, parts: readonly SizedPart[], gap = stackGap): ReadonlyMap<string, Point> {
  const placed = new Map<string, Point>();
  let y = 0;
  for (const part of parts) {
    const [left, caption] = computeLeastPosition(task, part);
    placed.set(part.segment, [left, y + caption]);
    y += caption + part.height + gap;
  }
  return placed;
}
