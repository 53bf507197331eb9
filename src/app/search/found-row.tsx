import Star from 'lucide-react/icons/star';
import { formatCost } from '@/base/figures';
import { splitByWords } from '@/base/find-words';
import { cleanShownText } from '@/base/shown-text';
import { getNearestTaskPath } from '@/run/journal-path';
import { Chip } from '@/ui/display/chip';
import { StatusRing } from '@/ui/display/status-ring';
import { runStatusWords } from '@/viewer/run-description/run-words';
import { formatWhen } from '../runs/format-when';
import styles from './search.module.css';
import type { ResultRow } from './search-store';
import { roleWords } from './search-words';

/** A row of results: a run with its figures, or the words that were found in it. */
export function FoundRow({ row, terms }: { readonly row: ResultRow; readonly terms: readonly string[] }) {
  return row.text === undefined ? <RunLine row={row} terms={terms} /> : <TextLine row={row} terms={terms} />;
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
        {note !== undefined && <Words text={note} terms={terms} />}
      </span>
    </>
  );
}

function TextLine({ row: { text }, terms }: { readonly row: ResultRow; readonly terms: readonly string[] }) {
  if (text === undefined) return null;
  const task = getNearestTaskPath(text.path);
  return (
    <span className={styles.found}>
      <span className={styles.head}>
        <span className={styles.role}>{roleWords[text.role]}</span>
        {task !== '' && <span className={styles.task}>{task}</span>}
        {text.model !== undefined && <span className={styles.task}>{cleanShownText(text.model)}</span>}
        <span className={styles.figure}>event {text.seq.toLocaleString('en')}</span>
      </span>
      {text.snippet !== '' && <Words text={text.snippet} terms={terms} />}
    </span>
  );
}

/** A text on one line, with the terms marked. */
function Words({ text, terms }: { readonly text: string; readonly terms: readonly string[] }) {
  const shown = cleanShownText(text).replace(/\s+/g, ' ');
  return (
    <span className={styles.words}>
      {splitByWords(terms, shown).map(({ text: part, isFound }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other names
        isFound ? <mark key={index}>{part}</mark> : part,
      )}
    </span>
  );
}
