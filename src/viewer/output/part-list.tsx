import { useMemo, useState } from 'react';
import { formatDuration } from '@/base/figures';
import { formatInstance } from '@/run/instance-label';
import type { JournalPath } from '@/run/journal-path';
import { listStartedParts, type StartedPart } from '@/run/projections/parts-of';
import type { TaskInstance } from '@/run/run-state';
import { findShownStatus, shownStatusWords } from '@/run/shown-status';
import { skipSentence } from '@/run/skip-words';
import { computeWallTime } from '@/run/time-taken';
import { useStores } from '@/state/context';
import { StatusRing } from '@/ui/display/status-ring';
import { TypeIcon } from '@/ui/display/type-tile';
import { MoreButton } from '@/ui/list/more-button';
import type { TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { EarlierNote, isCut } from '../earlier-note';
import { showInstance } from '../show-instance';
import { usePacedRun } from '../use-paced-run';
import { useTaskLabel } from '../use-task-label';
import styles from './output-lists.module.css';
import { findRing } from './ring-of';

/** Parts shown at first, and added by each press of the button. */
const page = 50;

/** What ran inside a task, each with its status and the start of its output. A press selects it. */
export function PartRuns({ taskPath, instance }: { readonly taskPath: TaskPath; readonly instance: JournalPath }) {
  const run = usePacedRun((state) => state.run);
  const parts = useMemo(() => listStartedParts(run, taskPath, instance), [run, taskPath, instance]);
  const [shown, setShown] = useState(page);
  if (parts.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Parts">
      <h3 className={styles.heading}>Parts</h3>
      <ul className={styles.rows}>
        {parts.slice(0, shown).map((part) => (
          <PartRow key={part.instance.path} part={part} within={instance} waits={run.status === 'waiting'} />
        ))}
      </ul>
      <MoreButton className={styles.more} shown={shown} all={parts.length} page={page} onShow={setShown} />
      {isCut(parts.length) && <EarlierNote shown={parts.length} taskPath={taskPath} kinds={['task.started']} />}
    </section>
  );
}

interface PartRowProps {
  readonly part: StartedPart;
  readonly within: JournalPath;
  readonly waits: boolean;
}

function PartRow({ part: { taskPath, instance }, within, waits }: PartRowProps) {
  const stores = useStores();
  const { label, type } = useTaskLabel(taskPath);
  const status = findShownStatus(instance);
  const which = formatInstance(instance.path.slice(within.length + 1));
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => showInstance(stores, instance.path)}>
        <StatusRing status={findRing(status, waits)} size={14} label={shownStatusWords[status]} />
        {type && <TypeIcon look={taskTraits[type]} />}
        <span className={styles.name}>{label}</span>
        {which !== '' && <span className={styles.which}>{which}</span>}
        <span className={styles.line}>{findFirstLine(instance)}</span>
        <span className={styles.figure}>{formatTime(instance)}</span>
      </button>
    </li>
  );
}

function findFirstLine(task: TaskInstance): string {
  switch (task.status) {
    case 'ok':
      return task.error?.message ?? task.result.text.split('\n', 1)[0] ?? '';
    case 'failed':
      return task.error.message;
    case 'skipped':
      return skipSentence(task.reason, task.because);
    case 'cancelled':
      return 'Cancelled';
    case 'running':
      return '';
  }
}

function formatTime(task: TaskInstance): string {
  const took = computeWallTime(task);
  return took === undefined ? '' : formatDuration(took);
}
