import History from 'lucide-react/icons/history';
import { useState } from 'react';
import { formatAgo, formatCost, formatDuration } from '@/base/figures';
import { findInstanceAt } from '@/run/projections/instance-at';
import { getTaskResult, type TaskInstance } from '@/run/run-state';
import type { RunEntry } from '@/run/runner';
import { findShownStatus, shownStatusWords } from '@/run/shown-status';
import { computeWallTime } from '@/run/time-taken';
import { useRun, useRuns, useStores } from '@/state/context';
import { showRun } from '@/state/run-store';
import { listRunNames } from '@/state/runs-store';
import { useAsked } from '@/state/use-asked';
import { useAttempt } from '@/ui/attempt';
import { EmptyState } from '@/ui/display/empty-state';
import { Note } from '@/ui/display/note';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import type { TaskPath } from '@/workflow/task-path';
import { findRing } from '../output/ring-of';
import styles from './task-history.module.css';

/** Runs that are read at first, and added by each press of the button: of each its whole state is read. */
const page = 10;

/** What a task did in the runs of the workflow, the newest first. A press shows that run. */
export function TaskHistory({ taskPath }: { readonly taskPath: TaskPath }) {
  const entries = useRuns((state) => state.entries);
  const [count, setCount] = useState(page);
  if (entries.length === 0) {
    return (
      <EmptyState icon={<History />} title="No runs yet">
        Run this task, or the workflow: what it gave each time is listed here.
      </EmptyState>
    );
  }
  return (
    <section className={styles.history} aria-label="Runs of the task">
      <ul>
        {entries.slice(0, count).map((entry) => (
          <HistoryRow key={entry.id} entry={entry} taskPath={taskPath} />
        ))}
      </ul>
      {entries.length > count && (
        <Button size="s" onClick={() => setCount(count + page)}>
          Show {Math.min(page, entries.length - count)} more of {entries.length.toLocaleString('en')}
        </Button>
      )}
    </section>
  );
}

function HistoryRow({ entry, taskPath }: { readonly entry: RunEntry; readonly taskPath: TaskPath }) {
  const { run, services } = useStores();
  const shown = useRun((state) => state.executionId);
  const name = useRuns(({ entries }) => listRunNames(entries).get(entry.id)) ?? 'Run';
  const { start, busy } = useAttempt();
  const { value, failure } = useAsked([services, entry.id, entry.lastSeq, taskPath], async () => {
    const state = await services.runner.stateAt(entry.id);
    return { task: state === undefined ? undefined : findInstanceAt(state, taskPath, undefined) };
  });
  const task = value?.task;
  const status = task && findShownStatus(task);
  const ring = entry.isDry && status === 'ok' ? 'simulated' : findRing(status, false);
  const figures = task === undefined ? [] : listFigures(task);
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={entry.id === shown || undefined}
        disabled={busy}
        onClick={() => void start(() => showRun(run, services.runner, entry.id))}
      >
        <span className={styles.head}>
          <StatusRing status={ring} size={14} />
          <span className={styles.name}>{name}</span>
          <span className={styles.word}>
            {status ? shownStatusWords[status] : value === undefined ? '' : 'Not reached'}
          </span>
          <span className={styles.when}>{formatAgo(entry.startedAt)}</span>
        </span>
        {task && <span className={styles.line}>{findFirstLine(task)}</span>}
        {figures.length > 0 && <span className={styles.figures}>{figures.join(' · ')}</span>}
      </button>
      {failure && <Note tone="error">{failure.message}</Note>}
    </li>
  );
}

function listFigures(task: TaskInstance): readonly string[] {
  const took = computeWallTime(task);
  const usage = task.status === 'ok' ? task.data.usage : task.status === 'failed' ? task.usage : null;
  return [...(took === undefined ? [] : [formatDuration(took)]), ...(usage ? [formatCost(usage.costUsd)] : [])];
}

function findFirstLine(task: TaskInstance): string {
  if (task.status === 'failed') return task.error.message;
  return getTaskResult(task)?.text.trimStart().split('\n', 1)[0] ?? '';
}
