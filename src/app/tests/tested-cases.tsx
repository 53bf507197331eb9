import { useState } from 'react';
import { formatCount } from '@/base/figures';
import type { ShownCase, ShownTest } from './shown-tests';
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
        group.hasRows && group.cases[0]?.found !== undefined ? (
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
  const troubled = cases.filter(({ found }) => found?.verdict !== 'passed').length;
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

function CaseRow({ shown: { id, name, found }, state, onOpen }: CaseRowProps) {
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.case}
        aria-current={state.openedId === id || undefined}
        disabled={found === undefined}
        title={found?.label === undefined ? id : `${id}: ${found.label}`}
        onClick={() => onOpen(id)}
      >
        <VerdictMark verdict={found?.verdict ?? 'not run'} />
        <span className={styles.name}>
          {name}
          {found?.label !== undefined && <span className={styles.label}> {found.label}</span>}
        </span>
        <span className={styles.figure}>{state.waiting.has(id) ? 'being asked…' : describeCase(found)}</span>
      </button>
    </li>
  );
}

/** What a row says at its end: where it failed, or its verdict. */
function describeCase(found: ShownCase['found']): string {
  if (found === undefined) return 'not run';
  const { verdict, passed, of, failedAt, isAsking } = found;
  if (verdict === 'flaky') return `${passed} of ${of}`;
  if (verdict === 'failed' && failedAt !== undefined) return failedAt;
  return isAsking && verdict !== 'not run' ? 'asked' : verdict;
}
