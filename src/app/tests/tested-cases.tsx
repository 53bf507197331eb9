import { useState } from 'react';
import { formatCount } from '@/base/figures';
import { describeLast, describeWhen, getShownVerdict, type ShownCase, type ShownTest } from './shown-tests';
import styles from './tests-panel.module.css';
import type { TestsState } from './tests-store';
import { VerdictMark } from './verdict-mark';

interface TestedCasesProps {
  readonly groups: readonly ShownTest[];
  readonly state: Pick<TestsState, 'waiting' | 'openedId'>;
  readonly onOpen: (id: string) => void;
}

/** The cases, each a button that opens it; those of one file of rows in a group that can be closed. */
export function TestedCases({ groups, state, onOpen }: TestedCasesProps) {
  const renderRow = (one: ShownCase) => <CaseRow key={one.id} shown={one} state={state} onOpen={onOpen} />;
  return (
    <ul className={styles.list} aria-label="Tests">
      {groups.map((group) =>
        group.hasRows && group.cases[0]?.id !== group.testId ? (
          <RowGroup key={group.testId} group={group} renderRow={renderRow} />
        ) : (
          group.cases.map(renderRow)
        ),
      )}
      {groups.length === 0 && <li className={styles.none}>No matching tests.</li>}
    </ul>
  );
}

/** So many more rows of a group are shown at a time. */
const rowsAtOnce = 50;

interface RowGroupProps {
  readonly group: ShownTest;
  readonly renderRow: (one: ShownCase) => React.ReactNode;
}

function RowGroup({ group: { testId, cases, counts }, renderRow }: RowGroupProps) {
  // What did not pass is what a person looks for; of the others a few, and more when asked.
  const troubled = cases.filter((one) => getShownVerdict(one) !== 'passed').length;
  const [more, setMore] = useState(0);
  const shown = Math.max(Math.min(troubled, rowsAtOnce), 5) + more;
  const left = cases.length - shown;
  return (
    <li className={styles.group}>
      <details open>
        <summary className={styles.head}>
          <span className={styles.name}>
            <b>{testId}</b> <span className={styles.figure}>{formatCount(cases.length, 'row')}</span>
          </span>
          {counts.map(([verdict, count]) => (
            <span key={verdict} className={styles.count}>
              <VerdictMark verdict={verdict} /> {count}
            </span>
          ))}
        </summary>
        <ul className={styles.rows} aria-label={`Rows of ${testId}`}>
          {cases.slice(0, shown).map(renderRow)}
          {left > 0 && (
            <li>
              <button type="button" className={styles.more} onClick={() => setMore(more + rowsAtOnce)}>
                {left} more
              </button>
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}

interface CaseRowProps {
  readonly shown: ShownCase;
  readonly state: Pick<TestsState, 'waiting' | 'openedId'>;
  readonly onOpen: (id: string) => void;
}

function CaseRow({ shown, state, onOpen }: CaseRowProps) {
  const { id, name, found, last } = shown;
  const label = found?.label === undefined ? id : `${id}: ${found.label}`;
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.case}
        aria-current={state.openedId === id || undefined}
        disabled={found === undefined}
        title={last === undefined ? label : `${label}. ${describeLast(last)}`}
        onClick={() => onOpen(id)}
      >
        <VerdictMark verdict={getShownVerdict(shown)} />
        <span className={styles.name}>
          {name}
          {found?.label !== undefined && <span className={styles.label}> {found.label}</span>}
        </span>
        <span className={styles.figure}>{state.waiting.has(id) ? 'being asked…' : describeCase(shown)}</span>
      </button>
    </li>
  );
}

/** What a row says at its end: where it failed, or its verdict; if it is not known now, that of the last time. */
function describeCase({ found, last }: ShownCase): string {
  if (found === undefined) return last === undefined ? 'not run' : describeWhen(last);
  const { verdict, passed, of, failedAt, isAsking } = found;
  if (verdict === 'flaky') return `${passed} of ${of}`;
  if (verdict === 'failed' && failedAt !== undefined) return failedAt;
  if (!isAsking || verdict === 'not run') return verdict;
  return last === undefined ? 'asked' : `asked; ${describeWhen(last)}`;
}
