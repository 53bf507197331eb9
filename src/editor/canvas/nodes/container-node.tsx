import type { NodeProps } from '@xyflow/react';
import { type CSSProperties, memo, useMemo } from 'react';
import { useDocument, useView } from '@/state/context';
import { findDragged, findWireStart } from '@/state/view/gestures';
import { joinClassNames } from '@/ui/class-names';
import { StatusRing } from '@/ui/display/status-ring';
import { TypeTile } from '@/ui/display/type-tile';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { buildPartPath, getLastSegment, listParts, locateTask, type TaskPath } from '@/workflow/task-path';
import { countWithin, formatParts } from '@/workflow/task-summary';
import { type Task, taskTraits } from '@/workflow/tasks';
import { findInstancePath } from '../../actions/instances';
import type { Box, Boxes } from '../../geometry/boxes';
import { containerHead, type Positions } from '../../geometry/node-geometry';
import { computeBoxesUnder } from '../../geometry/root-boxes';
import { useCanvasState } from '../canvas-state';
import type { TaskFlowNode } from '../project-flow';
import { useNotTaken } from './branches';
import styles from './container-node.module.css';
import { DebugMarks } from './debug-marks';
import marks from './drop-marks.module.css';
import { FoldButton } from './fold-button';
import { IterationPicker } from './iteration-picker';
import { buildPartLines, type PartLine } from './part-lines';
import { ProblemMark } from './problem-mark';
import { findMostRounds } from './round-count';
import { formatBadgeName } from './task-badge';
import { BadgeFigures, Ports } from './task-node';
import { formatTaskSentence } from './task-sentence';
import { useDropTarget } from './use-drop-target';
import { useTaskBadge } from './use-task-badge';

/** An open container: its head and the lines between its parts. The parts are nodes of their own, drawn above it. */
export const ContainerNode = memo(
  function ContainerNode({ id }: NodeProps<TaskFlowNode>) {
    const task = useDocument((state) => locateTask(state.document, id)?.task);
    return task && <Frame taskPath={id} task={task} />;
  },
  (before, after) => before.id === after.id && before.width === after.width && before.height === after.height,
);

function Frame({ taskPath, task }: { readonly taskPath: TaskPath; readonly task: Task }) {
  const badge = useTaskBadge(taskPath, task);
  const selected = useView((state) => state.canvas.selection.has(taskPath));
  const connecting = useView((state) => findWireStart(state) === taskPath);
  const label = formatTaskLabel(formatSegment(getLastSegment(taskPath)), task);
  const target = useDropTarget(taskPath);
  const said = useDocument((state) => formatTaskSentence(state.document, taskPath, formatBadgeName(badge)));
  const look = joinClassNames(
    styles.container,
    target && (target.refusal === undefined ? marks.target : marks.refused),
    selected && styles.selected,
    connecting && styles.connecting,
    task.disabled && styles.disabled,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      className={look}
      data-task={taskPath}
      data-container
      data-target={target && (target.refusal === undefined ? 'free' : 'refused')}
      data-status={badge.status}
      role="group"
      aria-label={said}
    >
      <Ports taskPath={taskPath} />
      <div className={styles.head} data-head>
        <FoldButton taskPath={taskPath} label={label} open count={countWithin(task)} />
        <TypeTile look={taskTraits[task.type]} />
        <span className={styles.title}>{label}</span>
        <DebugMarks task={task} />
        <IterationPicker taskPath={findInstancePath(taskPath, task)} {...findMostRounds(task)} />
        <span className={styles.figures} title={badge.reason} data-counts={badge.progress !== undefined}>
          {badge.status === 'idle' ? (
            <span>{formatParts(task)}</span>
          ) : badge.status === 'failed' || badge.status === 'continued' || badge.status === 'skipped' ? (
            <span>{badge.reason ?? badge.word}</span>
          ) : (
            <BadgeFigures badge={badge} idle={formatParts(task)} />
          )}
        </span>
        <StatusRing status={badge.status} label={formatBadgeName(badge)} />
      </div>
      <Inside taskPath={taskPath} task={task} />
      <ProblemMark taskPath={taskPath} whole={false} />
      {target?.refusal !== undefined && <div className={marks.reason}>{target.refusal}</div>}
    </div>
  );
}

/** Captions of the parts, lanes of a condition, and the lines that the task's type draws. */
function Inside({ taskPath, task }: { readonly taskPath: TaskPath; readonly task: Task }) {
  const root = useView((state) => state.canvas.root);
  const drag = useView((state) => (hasDraggedWithin(findDragged(state).keys(), taskPath) ? findDragged(state) : none));
  const boxes = useDocument(({ document }) => computeBoxesUnder(document, root, drag));
  const box = boxes.get(taskPath);
  if (!box) return null;
  const parts = listParts(task).flatMap(({ position: part }) => boxes.get(buildPartPath(taskPath, part.segment)) ?? []);
  const isCond = task.type === 'cond';
  return (
    <>
      {parts.map(
        (part) =>
          part.caption !== undefined && (
            <Caption
              key={part.taskPath}
              part={part}
              text={part.caption}
              isLane={isCond}
              style={{ left: part.x - box.x, top: part.y - box.y - 22, maxWidth: box.x + box.width - part.x - 12 }}
            />
          ),
      )}
      <Lines task={task} box={box} boxes={boxes} />
      <InsertionMark taskPath={taskPath} task={task} box={box} parts={parts} />
    </>
  );
}

interface CaptionProps {
  readonly part: Box;
  readonly text: string;
  /** Whether it is the test of a case. */
  readonly isLane: boolean;
  readonly style: CSSProperties;
}

/** The text above a part: of a case its test and, after a run, that it was not taken. */
function Caption({ part, text, isLane, style }: CaptionProps) {
  const passed = useNotTaken(part.taskPath);
  const title = passed ? `${text}: not taken` : text;
  return (
    <div
      className={joinClassNames(styles.caption, isLane && styles.lane)}
      style={style}
      title={title}
      data-passed={passed}
    >
      {passed && <span className={styles.passed}>not taken</span>}
      {text}
    </div>
  );
}

interface InsertionMarkProps {
  readonly taskPath: TaskPath;
  readonly task: Task;
  readonly box: Box;
  readonly parts: readonly Box[];
}

/** Marks where, among the steps or cases, a dragged task would go. */
function InsertionMark({ taskPath, task, box, parts }: InsertionMarkProps) {
  const index = useCanvasState(({ dropInto }) =>
    dropInto?.into.kind === 'list' && dropInto.into.container === taskPath && dropInto.refusal === undefined
      ? dropInto.into.index
      : undefined,
  );
  if (index === undefined) return null;
  const listed = parts.filter(({ role, isLifted }) => (role === 'step' || role === 'case') && !isLifted);
  const next = parts.filter(({ role }) => role === 'step' || role === 'case')[index];
  const after = next && listed.includes(next) ? next : undefined;
  const last = listed.at(-1);
  const isRow = task.type === 'sequential';
  const edge = after
    ? isRow
      ? after.x - 24
      : after.y - 36
    : isRow
      ? last
        ? last.x + last.width + 24
        : box.x + 24
      : undefined;
  const at = edge ?? (last ? last.y + last.height + 12 : box.y + containerHead + 12);
  const style = isRow
    ? { left: at - box.x - 1, top: containerHead + 8, width: 2, bottom: 8 }
    : { top: at - box.y - 1, left: 8, height: 2, right: 8 };
  return <div className={styles.insertion} style={style} data-insertion={index} />;
}

const none: Positions = new Map();

function hasDraggedWithin(dragged: Iterable<TaskPath>, taskPath: TaskPath): boolean {
  for (const one of dragged) if (one.startsWith(`${taskPath}/`)) return true;
  return false;
}

const look = {
  flow: styles.flow,
  evaluation: styles.evaluation,
  feedback: styles.feedback,
  fold: styles.turn,
} as const;

interface LinesProps {
  readonly task: Task;
  readonly box: Box;
  readonly boxes: Boxes;
}

function Lines({ task, box, boxes }: LinesProps) {
  const lines = useMemo(() => buildPartLines(task, box, boxes), [task, box, boxes]);
  if (lines.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: each line in it has a name of its own. */}
      <svg className={styles.lines}>
        {lines.map((line) => (
          <Line key={line.label} line={line} />
        ))}
      </svg>
      {lines.map(
        ({ label, word }) =>
          word && (
            <span
              key={label}
              className={joinClassNames(styles.word, word.upright && styles.upright)}
              style={{ left: word.at[0], top: word.at[1] }}
              aria-hidden="true"
            >
              {word.text}
            </span>
          ),
      )}
    </>
  );
}

function Line({ line: { kind, label, line, head, branch } }: { readonly line: PartLine }) {
  const passed = useNotTaken(branch ?? '');
  const name = passed ? `${label}: not taken` : label;
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of an SVG is not interactive.
    <g className={look[kind]} role="img" aria-label={name} data-passed={passed}>
      <path d={line} />
      <path className={styles.arrow} d={head} />
    </g>
  );
}
