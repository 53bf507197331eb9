import Star from 'lucide-react/icons/star';
import { formatClock, formatCost } from '@/base/figures';
import { cleanShownText } from '@/base/shown-text';
import type { RunEntry } from '@/run/runner';
import { computeWallTime } from '@/run/time-taken';
import { useRuns } from '@/state/context';
import { Chip } from '@/ui/display/chip';
import { StatusRing } from '@/ui/display/status-ring';
import { useNow } from '@/ui/use-now';
import { runStatusWords } from '@/viewer/run-description/run-words';
import type { NumberedRun } from './find-runs';
import { formatWhen } from './format-when';
import { describeRunRow } from './row-line';
import styles from './runs-panel.module.css';
import { useRunNote } from './use-run-note';

/** A run in the list: status, name, cost, a line about it, its start and its duration. */
export function RunRow({ run: { entry, name } }: { readonly run: NumberedRun }) {
  const entries = useRuns((state) => state.entries);
  const note = useRunNote(entry);
  const { ring, word } = runStatusWords[entry.status];
  const line = cleanShownText(describeRunRow(entry, entries, note));
  return (
    <>
      <StatusRing status={entry.isDry && ring === 'ok' ? 'simulated' : ring} label={word} />
      <span className={styles.texts}>
        <span className={styles.head}>
          <span className={styles.name}>{name}</span>
          {entry.annotations?.starred && <Star className={styles.star} role="img" aria-label="Starred" />}
          <span className={styles.tags}>
            {entry.annotations?.tags?.map((tag) => (
              <Chip key={tag}>{cleanShownText(tag)}</Chip>
            ))}
          </span>
          <span className={styles.figure}>{formatRunCost(entry)}</span>
        </span>
        <span className={styles.line} title={line}>
          {line === '' ? word : line}
        </span>
        <span className={styles.head}>
          <span>{formatWhen(entry.startedAt)}</span>
          <span className={styles.figure}>
            <Took entry={entry} />
          </span>
        </span>
      </span>
    </>
  );
}

function formatRunCost({ totals: { calls, costUsd, unpricedCalls } }: RunEntry): string {
  if (calls > 0 && unpricedCalls === calls) return '';
  return `${formatCost(costUsd)}${unpricedCalls > 0 ? ' +' : ''}`;
}

/** Its duration, also while it runs. Empty for a waiting run, whose duration means nothing. */
function Took({ entry }: { readonly entry: RunEntry }) {
  const { status, startedAt } = entry;
  const now = useNow(status === 'running');
  const took = computeWallTime(entry);
  if (took === undefined && status !== 'running') return null;
  return formatClock(took ?? Math.max(0, now - Date.parse(startedAt)));
}
