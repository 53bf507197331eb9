import ArrowLeft from 'lucide-react/icons/arrow-left';
import Layers from 'lucide-react/icons/layers';
import { useMemo } from 'react';
import { listModelCalls } from '@/run/projections/model-calls';
import { useStores, useView } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/form/button';
import { useEscape } from '@/ui/overlay/use-escape';
import { getRootPath } from '@/workflow/task-path';
import { usePacedRun } from '../use-paced-run';
import { CallList } from './calls/call-list';
import { CallPage } from './calls/call-page';
import styles from './context-view.module.css';

/**
 * The screen of what the calls of the run were sent: all calls at the left, one in the middle, what was left out at the
 * right.
 */
export default function ContextView() {
  const { view } = useStores();
  const path = useView(({ screen }) => (screen.at === 'context' ? screen.call : undefined));
  const calls = usePacedRun(({ run }) => listModelCalls(run));
  const chosen = useMemo(() => calls.findLast(({ call }) => call.path === path) ?? calls.at(-1), [calls, path]);
  useEscape(() => openScreen(view, { at: 'editor' }));
  return (
    <main className={styles.page} aria-label="What calls were sent">
      <section className={styles.left} aria-label="Calls">
        <div className={styles.head}>
          <h2>Calls of the run</h2>
          <span>tokens sent</span>
        </div>
        <CallList
          label="Calls by task"
          chosen={chosen && { path: chosen.call.path, root: getRootPath(chosen.taskPath) }}
          onChoose={(next) => openScreen(view, { at: 'context', call: next })}
          follows
        />
      </section>
      {chosen === undefined ? <NoCalls /> : <CallPage taskPath={chosen.taskPath} call={chosen.call} />}
    </main>
  );
}

function NoCalls() {
  const { view } = useStores();
  return (
    <section className={styles.centre} aria-label="Call">
      <div className={styles.bar}>
        <Button variant="ghost" size="s" icon={<ArrowLeft />} onClick={() => openScreen(view, { at: 'editor' })}>
          Canvas
        </Button>
      </div>
      <EmptyState icon={<Layers />} title="No calls yet">
        Run the workflow to see what each call was sent. The plan shows it before a run.
      </EmptyState>
    </section>
  );
}
