import { ChartGantt, ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatClock, formatDuration } from '@/base/figures';
import { buildTimeline, type TimelineBar, type TimelineRow } from '@/run/projections/timeline';
import { useRun, useStores, useView } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { findSelectedInRun } from '@/state/run-path';
import { showRanTask } from '@/state/show-ran-task';
import { EmptyState } from '@/ui/display/empty-state';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { TypeIcon } from '@/ui/display/type-tile';
import { getRowHeight } from '@/ui/list/row-height';
import { useVirtualRows } from '@/ui/list/use-virtual-rows';
import { useNow } from '@/ui/use-now';
import type { TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { isCut } from '../earlier-note';
import { ForkTree } from '../forks/fork-tree';
import { usePacedRun } from '../use-paced-run';
import { useTaskLabel } from '../use-task-label';
import { computeAxisMarks } from './axis';
import styles from './timeline-pane.module.css';

/** Height of the axis in px, the same as in the style sheet. */
const axisHeight = 24;
const words: { readonly [K in TimelineBar['kind']]: string } = {
  done: 'done',
  running: 'running',
  continued: 'failed, continued',
  failed: 'failed',
  waiting: 'waits before another attempt',
  cancelled: 'cancelled',
};

/** Indent of each level in px: the width of a fold. */
const indent = 14;
/** The same as in the style sheet. */
const nameWidth = 172;

/** When each task ran: a row for each task, a bar for each attempt. Containers are folded at first. */
export function TimelinePane() {
  const run = usePacedRun((state) => state.run);
  const running = useRun(isRunning);
  const ticking = useNow(running);
  // When looking back, the time of the shown event.
  const now = useRun(({ travel }) => travel?.event && Date.parse(travel.event.t)) ?? ticking;
  const [unfolded, setUnfolded] = useState<ReadonlySet<TaskPath>>(() => new Set());
  const rows = useMemo(() => buildTimeline(run, unfolded), [run, unfolded]);
  const [rowHeight] = useState(() => getRowHeight(24));
  // The axis is above the first row.
  const list = useVirtualRows({ count: rows.length, rowHeight, paddingStart: axisHeight });
  if (run.startedAt === undefined || rows.length === 0) {
    return (
      <EmptyState icon={<ChartGantt />} title="No run yet">
        Run the workflow to see a row for each task, with its attempts over time.
      </EmptyState>
    );
  }
  const end = run.endedAt === undefined ? now : Date.parse(run.endedAt);
  const elapsed = Math.max(0, end - Date.parse(run.startedAt));
  const span = Math.max(1000, elapsed * 1.18);
  const marks = computeAxisMarks(span);
  const fold = (taskPath: TaskPath) =>
    setUnfolded((before) => {
      const after = new Set(before);
      if (!after.delete(taskPath)) after.add(taskPath);
      return after;
    });
  const left = (ms: number) => `${(ms / span) * 100}%`;
  return (
    <div className={styles.split}>
      <ForkTree />
      <ScrollRegion ref={list.scroller} className={styles.pane} label="Timeline of the run">
        <div className={styles.content} style={{ height: list.height }}>
          <div className={styles.grid} aria-hidden="true">
            {marks.map((ms) => (
              <i key={ms} style={{ left: left(ms) }} />
            ))}
          </div>
          <div className={styles.axis} aria-hidden="true">
            {marks.map((ms) => (
              <span key={ms} style={{ left: left(ms) }} data-last={ms / span > 0.94 ? '' : undefined}>
                {formatClock(ms)}
              </span>
            ))}
          </div>
          {list.drawn.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <Row
                  key={row.taskPath}
                  row={row}
                  top={start}
                  elapsed={elapsed}
                  left={left}
                  unfolded={unfolded.has(row.taskPath)}
                  onFold={() => fold(row.taskPath)}
                />
              )
            );
          })}
        </div>
      </ScrollRegion>
    </div>
  );
}

interface RowProps {
  readonly row: TimelineRow;
  readonly top: number;
  readonly elapsed: number;
  readonly left: (ms: number) => string;
  readonly unfolded: boolean;
  readonly onFold: () => void;
}

function Row({
  row: { taskPath, depth, holds, runs, bars, answered },
  top,
  elapsed,
  left,
  unfolded,
  onFold,
}: RowProps) {
  const stores = useStores();
  const { label, type } = useTaskLabel(taskPath);
  const selected = useView((state) => state.canvas.selection.has(taskPath) || findSelectedInRun(state) === taskPath);
  const first = bars[0]?.from ?? 0;
  const last = Math.max(...bars.map(({ to = elapsed }) => to));
  const state = words[bars.at(-1)?.kind ?? 'done'];
  const by = answered === undefined ? '' : `, by ${answered}`;
  const retries = bars.filter(({ kind }) => kind === 'waiting').length;
  return (
    <div className={styles.line} style={{ top }}>
      <span className={styles.fold} style={{ width: indent * (depth + 1) + 4 }}>
        {holds && (
          <button
            type="button"
            aria-expanded={unfolded}
            aria-label={`${unfolded ? 'Fold' : 'Unfold'} ${label}`}
            onClick={onFold}
          >
            {unfolded ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          </button>
        )}
      </span>
      <button
        type="button"
        className={styles.row}
        style={{ paddingLeft: indent * (depth + 1) + 4 }}
        aria-pressed={selected}
        aria-label={`${label}: ${state}, ${formatDuration(last - first)}, from ${formatClock(first)}${by}`}
        onClick={() => showRanTask(stores, taskPath)}
      >
        <span className={styles.name} style={{ maxWidth: nameWidth - indent * (depth + 1) - 4 }}>
          {type && <TypeIcon look={taskTraits[type]} />}
          <span>{label}</span>
        </span>
      </button>
      <span className={styles.bars} aria-hidden="true">
        {bars.map(({ kind, from, to = elapsed }) => (
          <i
            key={`${kind} ${from}`}
            className={styles.bar}
            data-kind={kind}
            style={{ left: left(from), width: left(to - from) }}
          />
        ))}
        <span className={styles.label} style={{ left: left(last) }}>
          {formatDuration(last - first)}
          {retries > 0 && `, ${retries + 1} attempts`}
          {by}
          {runs > 1 && `, ${isCut(runs) ? 'the newest ' : ''}${runs.toLocaleString('en')} times`}
        </span>
      </span>
    </div>
  );
}
