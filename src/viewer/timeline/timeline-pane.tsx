import { useVirtualizer } from '@tanstack/react-virtual';
import { ChartGantt } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { formatClock, formatDuration } from '@/base/figures';
import { type TimelineBar, type TimelineRow, timelineOf } from '@/run/projections/timeline';
import { useDocument, useRun, useStores, useView } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { jumpTo } from '@/state/view-store';
import { EmptyState } from '@/ui/empty-state';
import { ScrollRegion } from '@/ui/scroll-region';
import { TypeIcon } from '@/ui/type-tile';
import { useNow } from '@/ui/use-now';
import { taskLabel, taskOf } from '@/workflow/document';
import { taskTypeInfo } from '@/workflow/tasks';
import { axisMarks } from './axis';
import styles from './timeline-pane.module.css';

const rowHeight = 24;
const words: { readonly [K in TimelineBar['kind']]: string } = {
  done: 'done',
  running: 'running',
  failed: 'failed',
  waiting: 'waits before another attempt',
  cancelled: 'cancelled',
};

/** When each task ran: a row a task, a bar an attempt. */
export function TimelinePane() {
  const run = useRun((state) => state.run);
  const running = useRun(isRunning);
  const now = useNow(running);
  const rows = useMemo(() => timelineOf(run), [run]);
  const scroller = useRef<HTMLElement>(null);
  const visible = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: rowHeight,
    overscan: 10,
  });
  if (run.startedAt === undefined || rows.length === 0) {
    return (
      <EmptyState icon={<ChartGantt />} title="No run yet">
        Run the workflow, and each task gets a row here, with its attempts in time.
      </EmptyState>
    );
  }
  const end = run.endedAt === undefined ? now : Date.parse(run.endedAt);
  const elapsed = Math.max(0, end - Date.parse(run.startedAt));
  const span = Math.max(1000, elapsed * 1.08);
  const marks = axisMarks(span);
  const left = (ms: number) => `${(ms / span) * 100}%`;
  return (
    <ScrollRegion ref={scroller} className={styles.pane} label="Timeline of the run">
      <div className={styles.content} style={{ height: visible.getTotalSize() }}>
        <div className={styles.grid} aria-hidden="true">
          {marks.map((ms) => (
            <i key={ms} style={{ left: left(ms) }} />
          ))}
        </div>
        <div className={styles.axis} aria-hidden="true">
          {marks.map((ms) => (
            <span key={ms} style={{ left: left(ms) }}>
              {formatClock(ms)}
            </span>
          ))}
        </div>
        {visible.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row && <Row key={row.taskId} row={row} top={start} elapsed={elapsed} left={left} />;
        })}
      </div>
    </ScrollRegion>
  );
}

interface RowProps {
  readonly row: TimelineRow;
  readonly top: number;
  readonly elapsed: number;
  readonly left: (ms: number) => string;
}

function Row({ row: { taskId, bars }, top, elapsed, left }: RowProps) {
  const { view } = useStores();
  const task = useDocument(({ document }) => taskOf(document, taskId));
  const selected = useView(({ selection }) => selection.has(taskId));
  const label = task ? taskLabel(taskId, task) : taskId;
  const first = bars[0]?.from ?? 0;
  const last = bars.at(-1)?.to ?? elapsed;
  const state = words[bars.at(-1)?.kind ?? 'done'];
  const retries = bars.filter(({ kind }) => kind === 'waiting').length;
  return (
    <button
      type="button"
      className={styles.row}
      style={{ top }}
      aria-pressed={selected}
      aria-label={`${label}: ${state}, ${formatDuration(last - first)}, from ${formatClock(first)}`}
      onClick={() => jumpTo(view, taskId)}
    >
      <span className={styles.name}>
        {task && <TypeIcon type={task.type} family={taskTypeInfo[task.type].family} />}
        <span>{label}</span>
      </span>
      <span className={styles.bars}>
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
        </span>
      </span>
    </button>
  );
}
