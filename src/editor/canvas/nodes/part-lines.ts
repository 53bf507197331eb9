import type { Point } from '@/workflow/document';
import { buildPartPath, getLastSegment, listParts, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { hasOwnSlots } from '@/workflow/tasks/traits';
import type { Box, Boxes } from '../../geometry/boxes';
import { buildEdgePath, containerHead, portY, type Rect } from '../../geometry/node-geometry';
import { type CaseBranch, listCaseBranches } from './branches';

/**
 * A line between two parts of a container along which a result passes. The container's type implies it; no wire does.
 */
export interface PartLine {
  /**
   * `flow`: the result goes to the next part. The others belong to loops: the result is judged, sent back, or folded
   * into the next turn.
   */
  readonly kind: 'flow' | 'evaluation' | 'feedback' | 'fold';
  /** The meaning of the line, for screen readers. */
  readonly label: string;
  /** `d` attributes of SVG paths: the line and its arrowhead. */
  readonly line: string;
  readonly head: string;
  /** A word beside the line, and its centre; `upright` if it runs along a vertical line. */
  readonly word?: { readonly text: string; readonly at: Point; readonly upright: boolean };
  /** The case of a condition to which it leads. */
  readonly branch?: TaskPath;
}

/** The lines inside an open container, in pixels from its upper left corner. */
export function buildPartLines(task: Task, box: Box, boxes: Boxes): readonly PartLine[] {
  const findPartRect = (segment: string): Rect | undefined => {
    const inner = boxes.get(buildPartPath(box.taskPath, segment));
    return inner && { x: inner.x - box.x, y: inner.y - box.y, width: inner.width, height: inner.height };
  };
  if (!hasOwnSlots(task)) return [];
  switch (task.type) {
    case 'sequential': {
      const steps = listParts(task).filter(({ position }) => position.role === 'step');
      return steps.flatMap(({ position: { segment: to } }, index) => {
        const from = steps[index - 1]?.position.segment;
        return from === undefined ? [] : drawAcross(findPartRect(from), findPartRect(to), `${to} comes after ${from}`);
      });
    }
    case 'reduce': {
      const reduction = findPartRect('reduction_task');
      return [
        ...drawAcross(findPartRect('inner_task'), reduction, 'The result of each item goes to the reduction'),
        ...(reduction ? [drawFolded(reduction)] : []),
      ];
    }
    case 'director_evaluator': {
      const [director, script, evaluator] = [
        findPartRect('director'),
        findPartRect('script'),
        findPartRect('evaluator'),
      ];
      return [
        ...(script ? drawDown(director, script, 'flow', 'The script gets what the director gave') : []),
        ...drawDown(script ?? director, evaluator, 'evaluation', 'The evaluator judges it'),
        ...drawBack(evaluator ?? script, director),
      ];
    }
    case 'cond':
      return listCaseBranches(box.taskPath, task).flatMap((branch) =>
        drawForked(findPartRect(getLastSegment(branch.taskPath)), branch),
      );
    case 'map':
    case 'group':
      return [];
  }
}

const drawHeadRight = ([x, y]: Point) => `M${x},${y} l-7,-3.5 v7 z`;
const drawHeadDown = ([x, y]: Point) => `M${x},${y} l-3.5,-7 h7 z`;

function drawAcross(from: Rect | undefined, to: Rect | undefined, label: string): PartLine[] {
  if (!from || !to) return [];
  const end: Point = [to.x, to.y + portY];
  const line = buildEdgePath([from.x + from.width, from.y + portY], [end[0] - 5, end[1]]);
  return [{ kind: 'flow', label, line, head: drawHeadRight(end) }];
}

/** Distance of the line to the cases from the left border of their condition, in pixels. */
const forkX = 8;

/** The line from the head of a condition to one of its cases. */
function drawForked(to: Rect | undefined, { taskPath, label, task }: CaseBranch): PartLine[] {
  if (!to) return [];
  const y = to.y + portY;
  const line = `M${forkX},${containerHead} V${y - bendRadius} Q${forkX},${y} ${forkX + bendRadius},${y} H${to.x - 5}`;
  const test = label === 'else' ? 'Else' : `If ${label}`;
  return [{ kind: 'flow', label: `${test}, ${task} runs`, line, head: drawHeadRight([to.x, y]), branch: taskPath }];
}

function drawDown(
  from: Rect | undefined,
  to: Rect | undefined,
  kind: 'flow' | 'evaluation',
  label: string,
): PartLine[] {
  if (!from || !to) return [];
  const start: Point = [from.x + Math.min(from.width, to.width) / 2, from.y + from.height];
  const end: Point = [to.x + Math.min(from.width, to.width) / 2, to.y];
  const bend = Math.max((end[1] - start[1]) / 2, 24);
  const line = `M${start[0]},${start[1]} C${start[0]},${start[1] + bend} ${end[0]},${end[1] - 5 - bend} ${end[0]},${end[1] - 5}`;
  const middle: Point = [(start[0] + end[0]) / 2 + 10, (start[1] + end[1]) / 2];
  return [
    {
      kind,
      label,
      line,
      head: drawHeadDown(end),
      ...(kind === 'evaluation' ? { word: { text: 'evaluates', at: middle, upright: false } } : {}),
    },
  ];
}

/** Distance of the feedback line from the parts at its right, and the radius of its bends, in pixels. */
const offLeft = 26;
const bendRadius = 6;

function drawBack(from: Rect | undefined, to: Rect | undefined): PartLine[] {
  if (!from || !to) return [];
  const [y1, y2] = [from.y + portY, to.y + portY];
  const x = Math.min(from.x, to.x) - offLeft;
  const turn = y1 > y2 ? -bendRadius : bendRadius;
  const line =
    `M${from.x},${y1} H${x + bendRadius} Q${x},${y1} ${x},${y1 + turn} ` +
    `V${y2 - turn} Q${x},${y2} ${x + bendRadius},${y2} H${to.x - 5}`;
  return [
    {
      kind: 'feedback',
      label: 'Feedback goes back to the director',
      line,
      head: drawHeadRight([to.x, y2]),
      word: { text: 'feedback', at: [x - 8, (y1 + y2) / 2], upright: true },
    },
  ];
}

/** How far the line of a fold reaches below its task, in pixels. */
const foldDepth = 22;

function drawFolded({ x, y, width, height }: Rect): PartLine {
  const [left, right, bottom] = [x + 28, x + width - 28, y + height];
  const low = bottom + foldDepth;
  const line =
    `M${right},${bottom} V${low - bendRadius} Q${right},${low} ${right - bendRadius},${low} ` +
    `H${left + bendRadius} Q${left},${low} ${left},${low - bendRadius} V${bottom + 5}`;
  return {
    kind: 'fold',
    label: 'Its result goes into the next turn',
    line,
    head: `M${left},${bottom} l-3.5,7 h7 z`,
    word: { text: 'next item', at: [(left + right) / 2, low], upright: false },
  };
}
