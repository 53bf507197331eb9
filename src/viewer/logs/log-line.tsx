import { formatDuration } from '@/base/figures';
import { formatInstance } from '@/run/instance-label';
import type { IterationLog } from '@/run/iteration-log';
import { getNearestTaskPath } from '@/run/journal-path';
import { FoldRow } from '../fold-row';
import { ExitMark } from '../iterations/exit-mark';
import {
  findCommandLine,
  findExitTone,
  formatExit,
  formatFileCount,
  formatIterationName,
} from '../iterations/iteration-words';
import type { RowHead } from '../paging/paged-list';
import { useTaskLabel } from '../use-task-label';
import { LogDetails } from './log-details';
import styles from './logs-pane.module.css';

interface LogLineProps {
  readonly log: IterationLog;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly head: RowHead;
}

/** An iteration in one line: its command, how it ended, how long it took, how many files it changed. */
export function LogLine({ log, open, onToggle, head }: LogLineProps) {
  const { label } = useTaskLabel(getNearestTaskPath(log.path));
  const which = formatInstance(log.path);
  const command = findCommandLine(log.command);
  return (
    <article className={styles.log} data-tone={findExitTone(log.exitCode)}>
      <FoldRow className={styles.line} open={open} onToggle={onToggle} head={head}>
        <span className={styles.number}>[{log.ordinal}]</span>
        <ExitMark exitCode={log.exitCode} />
        <span className={styles.command}>{command ?? formatIterationName(log)}</span>
        <span className={styles.which}>{[label, which].filter(Boolean).join(' · ')}</span>
        <span className={styles.exit}>{formatExit(log)}</span>
        <span className={styles.figure}>{formatDuration(log.durationMs)}</span>
        <span className={styles.figure}>{log.filesChanged.length > 0 && formatFileCount(log.filesChanged.length)}</span>
      </FoldRow>
      {open && <LogDetails log={log} label={`${label}, ${which === '' ? formatIterationName(log) : which}`} />}
    </article>
  );
}
