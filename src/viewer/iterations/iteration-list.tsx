import { useState } from 'react';
import { formatDuration } from '@/base/figures';
import { formatInstance } from '@/run/instance-label';
import type { IterationLog } from '@/run/iteration-log';
import { getNearestTaskPath, type JournalPath } from '@/run/journal-path';
import { Note } from '@/ui/display/note';
import type { TaskPath } from '@/workflow/task-path';
import { FoldRow } from '../fold-row';
import { useFollow } from '../follow/use-follow';
import { PagedList, type RowHead } from '../paging/paged-list';
import { useTaskLabel } from '../use-task-label';
import { ExitMark } from './exit-mark';
import styles from './iteration-list.module.css';
import { findExitTone, formatExit, formatIterationName, formatPreview } from './iteration-words';
import { getOrdinal, useIterations } from './use-iterations';
import { WrittenTexts } from './written-texts';

interface IterationListProps {
  /** The task whose iterations these are; undefined: of the whole run. */
  readonly taskPath: TaskPath | undefined;
  /** The selected run of the task. */
  readonly instance: JournalPath | undefined;
}

/**
 * The output of each iteration of a task, or of the run. It shows the start; unfolded, all of it, with standard error
 * separate.
 */
export function IterationList({ taskPath, instance }: IterationListProps) {
  const follow = useFollow();
  const list = useIterations(instance === undefined ? {} : { path: instance }, follow);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggleIteration = (id: string) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    // What a person reads must not move.
    if (next.has(id)) follow.set(false);
    setOpened(next);
  };
  return (
    <PagedList
      label="Iterations"
      list={list}
      numberOf={getOrdinal}
      guess={64}
      follow={follow}
      empty="No iterations yet."
    >
      {(log, head) => (
        <Iteration
          log={log}
          taskPath={taskPath}
          open={opened.has(log.id)}
          onToggle={() => toggleIteration(log.id)}
          head={head}
        />
      )}
    </PagedList>
  );
}

interface IterationProps {
  readonly log: IterationLog;
  readonly taskPath: TaskPath | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly head: RowHead;
}

function Iteration({ log, taskPath, open, onToggle, head }: IterationProps) {
  const at = getNearestTaskPath(log.path);
  const { label } = useTaskLabel(at);
  const name = formatIterationName(log);
  const which = formatInstance(log.path);
  const preview = formatPreview(log);
  return (
    <article className={styles.iteration} data-tone={findExitTone(log.exitCode)}>
      <FoldRow className={styles.head} open={open} onToggle={onToggle} head={head}>
        <ExitMark exitCode={log.exitCode} />
        <span className={styles.name}>{name}</span>
        <span aria-hidden="true">—</span>
        <span className={styles.exit}>{formatExit(log)}</span>
        <span aria-hidden="true">—</span>
        <span className={styles.figure}>{formatDuration(log.durationMs)}</span>
        {at !== taskPath && (
          <span className={styles.which}>
            {label}
            {which.includes('·') && ` · ${which}`}
          </span>
        )}
      </FoldRow>
      {open ? (
        <div className={styles.body}>
          <IterationError log={log} />
          <WrittenTexts log={log} label={`${label}, ${name}`} />
        </div>
      ) : preview === '' ? (
        <p className={styles.none}>no output</p>
      ) : (
        <p className={styles.preview}>{preview}</p>
      )}
    </article>
  );
}

/** Why an iteration failed, unless its standard error already says so. */
export function IterationError({ log: { error, stderr, exitCode } }: { readonly log: IterationLog }) {
  const isSaid = stderr.length > 0 && (exitCode > 0 || stderr.text.includes(error?.message ?? ''));
  if (error === undefined || isSaid) return null;
  return (
    <Note tone="error" title={error.message}>
      {error.advice}
    </Note>
  );
}
