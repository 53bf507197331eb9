import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Square from 'lucide-react/icons/square';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatCostAfter, formatCount } from '@/base/figures';
import { useDocument, useStores } from '@/state/context';
import { EmptyState } from '@/ui/display/empty-state';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { IconButton } from '@/ui/form/icon-button';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import { getOwnTests } from '@/workflow/test-files';
import { useApp } from '../app-context';
import { ConsentDialog } from './consent-dialog';
import { ReportMenu } from './report-menu';
import { listShownTests, verdicts } from './shown-tests';
import { TestedCases } from './tested-cases';
import styles from './tests-panel.module.css';
import { getTestsStore, isJudgedAlike, readTestsBudget, type TestsState, type TestsStore } from './tests-store';

/** After an edit the tests are judged anew once nothing was edited for so long, in ms. */
const pauseAfterEdit = 700;

/** The tests of the open workflow: what is kept answers them, and what it lacks is asked when a person says so. */
export function TestsPanel() {
  const stores = useStores();
  const { tests: api } = useApp();
  const store = getTestsStore(stores, api);
  const state = useStore(store);
  const document = useDocument((opened) => opened.document);
  const [search, setSearch] = useState('');
  const [verdict, setVerdict] = useState('all');
  const isAsking = state.activity === 'asking' || state.activity === 'stopping';
  const hasTests = typeof document.tests === 'string' || Object.keys(getOwnTests(document)).length > 0;
  const isOld = !isJudgedAlike(state.judgedDocument, document);
  const { judgedDocument } = state;
  useEffect(() => {
    if (!hasTests || isJudgedAlike(judgedDocument, document) || isAsking) return;
    if (judgedDocument === undefined) return void store.judge();
    const timer = setTimeout(() => void store.judge(), pauseAfterEdit);
    return () => clearTimeout(timer);
  }, [store, hasTests, judgedDocument, document, isAsking]);
  if (!hasTests) {
    return (
      <EmptyState icon={<ClipboardCheck />} title="No tests yet">
        A test says what a run must be. Choose Keep as a test in the menu of a run that ended, or write tests in the
        code.
      </EmptyState>
    );
  }
  const groups = listShownTests(
    getOwnTests(typeof document.tests === 'string' ? (state.tested ?? {}) : document),
    state,
    { search, verdict },
  );
  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        <div className={styles.bar}>
          <Summary state={state} />
          <IconButton
            size="s"
            label="Check again, asks nothing"
            icon={<RotateCcw />}
            disabled={state.activity !== 'idle'}
            onClick={() => void store.judge()}
          />
          <ReportMenu disabled={state.activity !== 'idle' || state.judged.size === 0} />
        </div>
        <AskBar store={store} state={state} isOld={isOld} />
        {state.failure !== undefined && (
          <Note tone="error" title={state.failure.message}>
            {state.failure.advice}
          </Note>
        )}
        {state.forecast?.warnings.map((warning) => (
          <Note key={warning} tone="warning">
            {warning}
          </Note>
        ))}
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
      {state.allowing?.wish.isAnew === false && <ConsentDialog store={store} waiting={state.allowing} />}
      <TestedCases groups={groups} state={state} onOpen={(id) => store.open(id)} />
    </div>
  );
}

/** How the cases stand, in one line. */
function Summary({ state: { judged, forecast, activity, waiting, asked } }: { readonly state: TestsState }) {
  const counts = verdicts.flatMap((one) => {
    const count = [...judged.values()].filter((found) => found.verdict === one).length;
    return count === 0 ? [] : [`${count} ${one}`];
  });
  const spent =
    asked === undefined
      ? []
      : [`${formatCostAfter('≈', asked.spentUsd)} spent${asked.isPaused ? ', then stopped' : ''}`];
  const progress =
    activity === 'judging' ? ['checking what is kept…'] : waiting.size > 0 ? [`${waiting.size} being asked…`] : [];
  const kept = forecast === undefined ? [] : [`${judged.size - forecast.asking.length} answered by what is kept`];
  return (
    <p className={styles.sum} role="status">
      <b>{formatCount(judged.size, 'case')}</b>
      {[...counts, ...(waiting.size > 0 ? [] : kept), ...progress, ...spent].map((one) => `, ${one}`).join('')}
    </p>
  );
}

interface AskBarProps {
  readonly store: TestsStore;
  readonly state: TestsState;
  /** The document is another than the one that was judged. */
  readonly isOld: boolean;
}

/** Asks what was counted, within a budget. */
function AskBar({ store, state: { activity, forecast, budget }, isOld }: AskBarProps) {
  const maxUsd = readTestsBudget({ budget });
  const asking = forecast?.asking ?? [];
  if (activity === 'asking' || activity === 'stopping') {
    return (
      <Button icon={<Square />} disabled={activity === 'stopping'} onClick={() => store.stop()}>
        {activity === 'stopping' ? 'Stopping after the calls in flight…' : 'Stop'}
      </Button>
    );
  }
  const isKnown = forecast !== undefined && !isOld;
  const cost = forecast?.costUsd === undefined ? 'price not known' : formatCostAfter('≈', forecast.costUsd);
  return (
    <div className={styles.ask}>
      <Button
        variant="primary"
        className={styles.wide}
        icon={<Play />}
        disabled={!isKnown || asking.length === 0 || typeof maxUsd === 'string'}
        onClick={() => typeof maxUsd !== 'string' && void store.ask({ ids: asking, maxUsd, isAnew: false })}
      >
        {!isKnown
          ? 'Run what changed'
          : asking.length === 0
            ? 'Nothing to ask'
            : `Run what changed · ${asking.length} asked, ${cost}`}
      </Button>
      {isKnown && (
        <Field label="At most, in $" error={typeof maxUsd === 'string' ? maxUsd : undefined}>
          <TextInput
            inputMode="decimal"
            value={budget}
            onChange={(written) => store.setState({ budget: written })}
            placeholder="no limit"
          />
        </Field>
      )}
    </div>
  );
}
