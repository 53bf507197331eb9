import CircleCheck from 'lucide-react/icons/circle-check';
import GitCompare from 'lucide-react/icons/git-compare';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useMemo, useState } from 'react';
import { type ComparedInstance, hasDifferentRuns } from '@/run/compare/compare-runs';
import type { JournalPath } from '@/run/journal-path';
import type { StoredComparison } from '@/run/runner';
import { useStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import type { ComparedRuns } from '@/state/view-store';
import { EmptyState } from '@/ui/display/empty-state';
import { PageBar } from '@/ui/display/page-bar';
import { useEscape } from '@/ui/overlay/use-escape';
import { ChangedFields, type FieldTaker } from './changed-fields';
import styles from './compared-runs.module.css';
import { ComparedWords } from './compared-words';
import { ComparisonDrawing } from './comparison-drawing';
import { formatTotalDifference, runFigures } from './figure-words';
import { InstanceTable } from './instance-table';
import { useRunNames } from './run-names';
import { useRunComparison } from './use-run-comparison';

interface ComparedRunsPageProps {
  /** Left out: there are not two runs. */
  readonly ids: ComparedRuns | undefined;
  /** What stands in place of the runs, beneath the bar; left out: the runs. */
  readonly children?: ReactNode;
  /** What is offered in the bar. */
  readonly actions?: ReactNode;
  readonly takeOffer?: FieldTaker;
}

/** The screen that compares two runs: their settings, each task, round and item, and the words of one of them. */
export function ComparedRunsPage({ ids, children, actions, takeOffer }: ComparedRunsPageProps) {
  const { view } = useStores();
  const state = useRunComparison(ids);
  const back = () => openScreen(view, { at: 'editor' });
  useEscape(back);
  return (
    <main className={styles.page} aria-label="Compare runs">
      <PageBar back="Canvas" onBack={back} title="Compare runs" actions={actions} />
      {children}
      {state.status === 'nothing' && !children && (
        <EmptyState icon={<GitCompare />} title="There are not two runs yet">
          Run the workflow, change something, and run it again.
        </EmptyState>
      )}
      {state.status === 'failed' && (
        <EmptyState icon={<TriangleAlert />} title={state.failure.message}>
          {state.failure.advice}
        </EmptyState>
      )}
      {state.status === 'ready' && (
        <Compared
          key={`${state.ids.first} ${state.ids.second}`}
          ids={state.ids}
          comparison={state.comparison}
          takeOffer={takeOffer}
        />
      )}
    </main>
  );
}

interface ComparedProps {
  readonly ids: ComparedRuns;
  readonly comparison: StoredComparison;
  readonly takeOffer: FieldTaker | undefined;
}

function Compared({ ids, comparison, takeOffer }: ComparedProps) {
  const { first, second, rows, changes } = comparison;
  const names = useRunNames(ids);
  const differs = hasDifferentRuns(comparison);
  const [showsAll, setShowsAll] = useState(!differs);
  const shown = useMemo(() => (showsAll ? rows : rows.filter(({ kind }) => kind !== 'same')), [rows, showsAll]);
  const [path, setPath] = useState<JournalPath>();
  const chosen = rows.find((row) => row.path === path) ?? findFirstTold(shown);
  const select = (task: string) => {
    const row = shown.find(({ taskPath }) => taskPath === task) ?? rows.find(({ taskPath }) => taskPath === task);
    if (row === undefined) return;
    if (!shown.includes(row)) setShowsAll(true);
    setPath(row.path);
  };
  return (
    <>
      <section className={styles.head} aria-label="Both runs">
        <p>
          <b>{names.first}</b> {runFigures(first)}
        </p>
        <p>
          <b>{names.second}</b> {runFigures(second)}
        </p>
        <p className={styles.total}>
          <b>{formatTotalDifference(first, second)}</b> {names.second} against {names.first}
        </p>
      </section>
      <ChangedFields changes={changes} names={names} takeOffer={takeOffer} />
      {!differs && (
        <p className={styles.same} role="status">
          <CircleCheck aria-hidden="true" /> No difference: each task was asked the same and gave the same.
        </p>
      )}
      <ComparisonDrawing
        comparison={comparison}
        names={names}
        selected={chosen && getRootSegment(chosen)}
        onSelect={select}
      />
      <div className={styles.body}>
        <InstanceTable
          ids={ids}
          names={names}
          rows={shown}
          total={rows.length}
          selected={chosen}
          onSelect={(row) => setPath(row.path)}
          showsAll={showsAll}
          onShowAll={setShowsAll}
        />
        {chosen && <ComparedWords ids={ids} names={names} row={chosen} />}
      </div>
    </>
  );
}

/** The first row with a text of its own, rather than its container. */
function findFirstTold(rows: readonly ComparedInstance[]): ComparedInstance | undefined {
  return rows.find(({ first, second }) => (first?.promptHash ?? second?.promptHash) !== undefined) ?? rows[0];
}

function getRootSegment({ taskPath }: ComparedInstance): string {
  return taskPath.split('/', 1)[0] ?? taskPath;
}
