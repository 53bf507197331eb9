import Check from 'lucide-react/icons/check';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Code from 'lucide-react/icons/code';
import ExternalLink from 'lucide-react/icons/external-link';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatCostAfter } from '@/base/figures';
import { describeExpectation, formatExpectationType } from '@/cases/describe-expectation';
import type { EvaluatedExpectation } from '@/cases/evaluated-item';
import { findAcceptable } from '@/cases/find-acceptable';
import { editInCode } from '@/editor/code/offset-of-path';
import { useStores } from '@/state/context';
import { showLatestRun, showRun } from '@/state/run-store';
import { showRanTask } from '@/state/show-ran-task';
import { useAsked } from '@/state/use-asked';
import { chooseTab, openDrawer } from '@/state/view/panels';
import { useAttempt } from '@/ui/attempt';
import { Note } from '@/ui/display/note';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import type { JudgedCase } from '@/worker/border/tests-api';
import { useApp } from '../app-context';
import { acceptExpected } from './accept-expected';
import { CaseComparison } from './case-comparison';
import { ConsentDialog } from './consent-dialog';
import { Agreement, JudgeThumbs, type LabelledJudgements, useLabelledJudgements } from './judge-thumbs';
import styles from './opened-case.module.css';
import { describeLast } from './shown-tests';
import { getTestsStore, readTestsBudget } from './tests-store';
import { VerdictMark } from './verdict-mark';

/** The case that a person opened: what was expected and got, and where it left its recording. Its run is shown. */
export function OpenedCase({ judged }: { readonly judged: JudgedCase }) {
  const stores = useStores();
  const { run, services, view } = stores;
  const { tests: api } = useApp();
  const store = getTestsStore(stores, api);
  const { workflowId, judgedDocument, tested, activity, budget, allowing, last: results } = useStore(store);
  const last = results.get(judged.id);
  const maxUsd = readTestsBudget({ budget });
  const { busy, start } = useAttempt();
  const [chosen, setChosen] = useState<string>();
  const isBusy = activity === 'asking' || activity === 'stopping';
  const { value: opened, failure } = useAsked(
    [judged, judgedDocument],
    judgedDocument === undefined ? undefined : () => api.open(workflowId, judgedDocument, judged),
  );
  const said = useLabelledJudgements(workflowId, judged);
  const executionId = opened?.run;
  // The call is beside it: the case's run is the one that is shown, at the task where it failed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run
  useEffect(() => {
    if (executionId === undefined) return;
    void showRun(run, services.runner, executionId, `Case ${judged.id}`);
    if (judged.failedAt === undefined) return;
    showRanTask(stores, judged.failedAt);
    chooseTab(view, { inspector: 'context' });
  }, [executionId]);
  const acceptable =
    tested === undefined || opened === undefined
      ? new Map<number, never>()
      : findAcceptable(tested, judged, opened.tasks);
  const taskPath = chosen ?? judged.failedAt ?? opened?.tasks.at(-1)?.taskPath;
  const showTask = (path: string) => {
    setChosen(path);
    showRanTask(stores, path);
  };
  const close = () => {
    store.open(undefined);
    void showLatestRun(run, services.runner, workflowId);
  };
  return (
    <section className={styles.opened} aria-label={`Case ${judged.id}`}>
      <header className={styles.head}>
        <VerdictMark verdict={judged.verdict} />
        <h2 className={styles.title}>
          {judged.id}
          {judged.label !== undefined && <span className={styles.label}> {judged.label}</span>}
        </h2>
        <FailedSteps judged={judged} />
        <div className={styles.actions}>
          {acceptable.size > 0 && (
            <Button
              size="s"
              icon={<Check />}
              disabled={busy || isBusy}
              onClick={() => void start(() => acceptExpected(stores, judged.testId, acceptable))}
            >
              Accept as expected
            </Button>
          )}
          {opened !== undefined && (
            <Button
              size="s"
              icon={<RotateCcw />}
              disabled={isBusy || typeof maxUsd === 'string'}
              onClick={() => typeof maxUsd !== 'string' && void store.ask({ ids: [judged.id], maxUsd, isAnew: true })}
            >
              Ask again, {opened.anewUsd === undefined ? 'price not known' : formatCostAfter('≈', opened.anewUsd)}
            </Button>
          )}
          <Button
            size="s"
            variant="ghost"
            icon={<ExternalLink />}
            disabled={opened === undefined}
            onClick={() => openDrawer(view, 'timeline')}
          >
            Open the run
          </Button>
          <Button
            size="s"
            variant="ghost"
            icon={<Code />}
            onClick={() => void editInCode(stores, ['tests', judged.testId])}
          >
            Show in the code
          </Button>
          <IconButton size="s" label="Close the case" icon={<X />} onClick={close} />
        </div>
      </header>
      {allowing?.wish.isAnew === true && <ConsentDialog store={store} waiting={allowing} />}
      <ScrollRegion className={styles.scroll} label={`What ${judged.id} expected and got`}>
        {last !== undefined && <p className={styles.note}>{describeLast(last)}</p>}
        {judged.notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
        {failure !== undefined && judged.notes.length === 0 && <Note tone="error">{failure.message}</Note>}
        {judged.results.length > 0 && (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Expectation</th>
                <th scope="col">Task</th>
                <th scope="col">Expected</th>
                <th scope="col">Got</th>
                <th scope="col" className={styles.number}>
                  Score
                </th>
              </tr>
            </thead>
            <tbody>
              {judged.results.map((result, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they have an order, and no other name
                <ResultRow key={index} result={result} said={said} onShow={showTask} />
              ))}
            </tbody>
          </table>
        )}
        <Agreement results={judged.results} labels={said.labels} />
        {said.failure !== undefined && <Note tone="error">{said.failure}</Note>}
        {opened !== undefined && opened.tasks.length > 0 && (
          <CaseComparison tasks={opened.tasks} taskPath={taskPath} onChoose={showTask} />
        )}
      </ScrollRegion>
    </section>
  );
}

interface ResultRowProps {
  readonly result: EvaluatedExpectation;
  readonly said: LabelledJudgements;
  readonly onShow: (taskPath: string) => void;
}

function ResultRow({ result, said, onShow }: ResultRowProps) {
  const { expectation, state, reason, saw, score, judgement } = result;
  const { type, task } = expectation;
  return (
    <tr data-state={state}>
      <th scope="row">
        <span className={styles.type}>
          <VerdictMark verdict={state} /> {formatExpectationType(type)}
        </span>
      </th>
      <td>
        {task === undefined ? (
          'the run'
        ) : (
          <button type="button" className={styles.task} onClick={() => onShow(task.replace(/@.*$/, ''))}>
            {task}
          </button>
        )}
      </td>
      <td className={styles.value}>{describeExpectation(expectation)}</td>
      <td className={styles.value}>
        {saw === '' ? reason : saw}
        {(state !== 'passed' || judgement !== undefined) && saw !== '' && !isSaid(reason, saw) && (
          <span className={styles.reason}>{reason}</span>
        )}
        {judgement !== undefined && <JudgeThumbs judgement={judgement} type={type} {...said} />}
      </td>
      <td className={styles.number}>{state === 'passed' || state === 'failed' ? score.toFixed(2) : state}</td>
    </tr>
  );
}

/** Whether a reason says no more than what was expected and got, which stand beside it. */
const isSaid = (reason: string, saw: string): boolean =>
  reason.startsWith('Expected ') && reason.includes(saw.slice(0, 60));

/** Steps through the cases that did not pass. */
function FailedSteps({ judged }: { readonly judged: JudgedCase }) {
  const stores = useStores();
  const { tests: api } = useApp();
  const store = getTestsStore(stores, api);
  const all = useStore(store, (state) => state.judged);
  const failed = [...all.values()].filter(({ verdict }) => verdict !== 'passed');
  const at = failed.findIndex(({ id }) => id === judged.id);
  if (at < 0 || failed.length < 2) return null;
  const step = (by: number) => store.open(failed[(at + by + failed.length) % failed.length]?.id);
  return (
    <span className={styles.steps}>
      <IconButton size="s" label="Previous case that did not pass" icon={<ChevronLeft />} onClick={() => step(-1)} />
      {at + 1} of {failed.length} not passed
      <IconButton size="s" label="Next case that did not pass" icon={<ChevronRight />} onClick={() => step(1)} />
    </span>
  );
}
