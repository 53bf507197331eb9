import Star from 'lucide-react/icons/star';
import { formatCost } from '@/base/figures';
import { cleanShownText } from '@/base/shown-text';
import { Chip } from '@/ui/display/chip';
import { StatusRing } from '@/ui/display/status-ring';
import { FoundInEvent, MarkedWords } from '@/viewer/found-in-event';
import { runStatusWords } from '@/viewer/run-description/run-words';
import { formatWhen } from '../runs/format-when';
import styles from './search.module.css';
import type { ResultRow } from './search-store';

/** A row of results: a run with its figures, or the words that were found in it. */
export function FoundRow({ row, terms }: { readonly row: ResultRow; readonly terms: readonly string[] }) {
  return row.text === undefined ? <RunLine row={row} terms={terms} /> : <FoundInEvent text={row.text} terms={terms} />;
}

function RunLine({ row: { run, hasMore }, terms }: { readonly row: ResultRow; readonly terms: readonly string[] }) {
  const { ring, word } = runStatusWords[run.status];
  const { starred, tags = [], note } = run.annotations ?? {};
  return (
    <>
      <StatusRing status={run.isDry && ring === 'ok' ? 'simulated' : ring} label={word} />
      <span className={styles.texts}>
        <span className={styles.head}>
          <span className={styles.name}>{cleanShownText(run.name)}</span>
          <span>{`${run.isDry ? 'Dry run' : 'Run'} ${run.number}`}</span>
          {starred && <Star className={styles.star} role="img" aria-label="Starred" />}
          {tags.map((tag) => (
            <Chip key={tag}>{cleanShownText(tag)}</Chip>
          ))}
          <span className={styles.figure}>
            {hasMore && 'Has more · '}
            {run.totals.costUsd > 0 && `${formatCost(run.totals.costUsd)} · `}
            {formatWhen(run.startedAt)}
          </span>
        </span>
        {note !== undefined && <MarkedWords text={note} terms={terms} />}
      </span>
    </>
  );
}
