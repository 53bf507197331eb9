import { formatCost, formatCostAfter, formatCount } from '@/base/figures';
import { formatExpectationType } from '@/cases/describe-expectation';
import type { SuggestedTest } from '@/cases/suggest-test';
import { useAsked } from '@/state/use-asked';
import type { JudgedCase } from '@/worker/border/tests-api';
import type { TestCase } from '@/workflow/test-case-schema';
import { useApp } from '../app-context';
import styles from './keep-panel.module.css';
import { KeptPart } from './kept-part';
import { VerdictMark } from './verdict-mark';

interface KeptCostProps {
  readonly suggested: Pick<SuggestedTest, 'asked'>;
  /** Votes of the judge; 0: there is none. */
  readonly judge: number;
}

/** What the test will cost: nothing as long as what it asks is the same. */
export function KeptCost({ suggested: { asked }, judge }: KeptCostProps) {
  const lines = [
    ['As it is now', '0 calls', formatCost(0)],
    [
      'If all of it is asked again',
      formatCount(asked.calls, 'call'),
      asked.costUsd === null ? formatCost(null) : formatCostAfter('≈', asked.costUsd),
    ],
    ...(judge === 0 ? [] : [['With the judge, each time its answer changes', `+ ${formatCount(judge, 'call')}`, '']]),
  ] as const;
  return (
    <KeptPart title="What it will cost">
      <ul className={styles.rows}>
        {lines.map(([label, calls, cost]) => (
          <li key={label} className={styles.row}>
            <span className={styles.said}>{label}</span>
            <span className={styles.saw}>{[calls, cost].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </KeptPart>
  );
}

/** The text that will be written. */
export function KeptText({ id, test }: { readonly id: string; readonly test: TestCase }) {
  const { tests } = useApp();
  const written = JSON.stringify(test);
  const { value: text } = useAsked([tests, id, written], () => tests.preview(id, test), 150);
  return (
    <KeptPart title="What will be written" figure="changes as you tick">
      <pre className={styles.text}>{text ?? ''}</pre>
    </KeptPart>
  );
}

/** What became of the test when it was tried. */
export function TriedTest({ tried: { verdict, notes, results } }: { readonly tried: JudgedCase }) {
  return (
    <KeptPart title="Tried now" figure={verdict}>
      <ul className={styles.rows} role="status" aria-label="Tried now">
        <li className={styles.row}>
          <VerdictMark verdict={verdict} />
          <span className={styles.said}>
            {verdict === 'passed'
              ? `It passed: ${formatCount(results.length, 'expectation')} held, nothing was asked.`
              : `It is ${verdict}.`}
          </span>
        </li>
        {notes.map((note) => (
          <li key={note} className={styles.said}>
            {note}
          </li>
        ))}
        {results.flatMap(({ expectation, state, reason }) =>
          state === 'passed'
            ? []
            : [
                <li key={`${expectation.type} ${expectation.task} ${reason}`} className={styles.row}>
                  <VerdictMark verdict={state} />
                  <span className={styles.said}>
                    <b>{formatExpectationType(expectation.type)}</b> {reason}
                  </span>
                </li>,
              ],
        )}
      </ul>
    </KeptPart>
  );
}
