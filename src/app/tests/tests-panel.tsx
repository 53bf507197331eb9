import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Code from 'lucide-react/icons/code';
import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '@/base/figures';
import { describeExpectation, formatExpectationType } from '@/cases/describe-expectation';
import type { EvaluatedExpectation } from '@/cases/evaluated-item';
import { editInCode } from '@/editor/code/offset-of-path';
import { useDocument, useStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/form/button';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import type { JudgedCase } from '@/worker/border/tests-api';
import { useApp } from '../app-context';
import styles from './tests-panel.module.css';
import { VerdictMark } from './verdict-mark';

const noTests = {};
const verdicts = ['passed', 'failed', 'flaky', 'held', 'error'] as const;

/** The tests of the open workflow: what is kept answers them, and what each says of the workflow as it is now. */
export function TestsPanel() {
  const { document } = useStores();
  const { tests: api } = useApp();
  const tests = useDocument((state) => state.document.tests) ?? noTests;
  const [judged, setJudged] = useState<ReadonlyMap<string, JudgedCase>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [search, setSearch] = useState('');
  const [verdict, setVerdict] = useState('all');
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  if (Object.keys(tests).length === 0) {
    return (
      <EmptyState icon={<ClipboardCheck />} title="No tests yet">
        A test says what a run must be. Choose Keep as a test in the menu of a run that ended, or write tests in the
        code.
      </EmptyState>
    );
  }
  const run = () => {
    const { id, document: tested } = document.getState();
    const mine = new AbortController();
    stop.current = mine;
    setJudged(new Map());
    setRunning(true);
    void attemptAction(() =>
      api.judge(id, tested, (one) => setJudged((before) => new Map(before).set(one.id, one)), mine.signal),
    ).finally(() => setRunning(false));
  };
  const all = listShown(Object.keys(tests), judged);
  const counts = verdicts.map(
    (one) => [one, [...judged.values()].filter((found) => found.verdict === one).length] as const,
  );
  const asking = [...judged.values()].filter(({ isAsking }) => isAsking).length;
  const shown = all.filter(
    ({ id, found }) =>
      `${id} ${found?.tags.join(' ') ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()) &&
      (verdict === 'all' || found?.verdict === verdict),
  );
  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        {isRunning ? (
          <Button icon={<Square />} onClick={() => stop.current?.abort()}>
            Stop
          </Button>
        ) : (
          <Button variant="primary" icon={<Play />} onClick={run}>
            Run tests, asks nothing
          </Button>
        )}
        <p className={styles.sum} role="status">
          {judged.size === 0
            ? `${formatCount(all.length, 'test')}. What earlier runs and recordings answered is used.`
            : counts.flatMap(([one, count]) => (count === 0 ? [] : [`${count} ${one}`])).join(', ')}
          {asking > 0 && `. ${formatCount(asking, 'case')} would ask a model: heddle test asks.`}
        </p>
        <div className={styles.bar}>
          <TextInput aria-label="Find a test" placeholder="Find a test or tag" value={search} onChange={setSearch} />
          <Select
            label="Verdict"
            value={verdict}
            onChange={setVerdict}
            options={[{ value: 'all', label: 'All' }, ...verdicts.map((one) => ({ value: one, label: one }))]}
          />
        </div>
      </div>
      <ul className={styles.list} aria-label="Tests">
        {shown.map(({ id, testId, found }) => (
          <CaseRow key={id} id={id} testId={testId} found={found} />
        ))}
        {shown.length === 0 && <li className={styles.none}>No matching tests.</li>}
      </ul>
    </div>
  );
}

interface ShownCase {
  readonly id: string;
  readonly testId: string;
  /** Undefined: not run. */
  readonly found: JudgedCase | undefined;
}

/** The cases that were judged, in the order of their tests, and each test that has none. */
function listShown(ids: readonly string[], judged: ReadonlyMap<string, JudgedCase>): readonly ShownCase[] {
  return ids.flatMap((testId): readonly ShownCase[] => {
    const cases = [...judged.values()].filter((one) => one.testId === testId);
    return cases.length === 0
      ? [{ id: testId, testId, found: undefined }]
      : cases.map((found) => ({ id: found.id, testId, found }));
  });
}

function CaseRow({ id, testId, found }: ShownCase) {
  const stores = useStores();
  const figure =
    found === undefined ? 'not run' : found.verdict === 'flaky' ? `${found.passed} of ${found.of}` : found.verdict;
  return (
    <li className={styles.row}>
      <details>
        <summary className={styles.head}>
          <VerdictMark verdict={found?.verdict ?? 'not run'} />
          <span className={styles.name}>{id}</span>
          <span className={styles.figure}>{figure}</span>
        </summary>
        {found?.notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
        <ul className={styles.results}>
          {found?.results.map((result, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have an order, and no other name
            <ResultRow key={index} result={result} />
          ))}
        </ul>
        <Button size="s" variant="ghost" icon={<Code />} onClick={() => void editInCode(stores, ['tests', testId])}>
          Show in the code
        </Button>
      </details>
    </li>
  );
}

function ResultRow({ result: { expectation, state, reason, saw } }: { readonly result: EvaluatedExpectation }) {
  return (
    <li className={styles.result}>
      <VerdictMark verdict={state} />
      <div className={styles.told}>
        <b>{formatExpectationType(expectation.type)}</b>{' '}
        {expectation.task !== undefined && <code>{expectation.task} </code>}
        {describeExpectation(expectation)}
        {state !== 'passed' && (
          <>
            <p className={styles.note}>{reason}</p>
            {saw !== '' && <pre className={styles.saw}>{saw}</pre>}
          </>
        )}
      </div>
    </li>
  );
}
