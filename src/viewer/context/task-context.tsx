import Layers from 'lucide-react/icons/layers';
import { findInstanceAt } from '@/run/projections/instance-at';
import type { CallRecord } from '@/run/run-state';
import { useStores, useView } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { EmptyState } from '@/ui/display/empty-state';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import type { TaskPath } from '@/workflow/task-path';
import { usePacedRun } from '../use-paced-run';
import { useReadOnly } from '../use-read-only';
import { computeFill } from './calls/call-names';
import { CompactionCard } from './compaction/compaction-card';
import { LeftOut } from './parts/left-out';
import { groupRows } from './parts/part-groups';
import styles from './task-context.module.css';
import { useSentCall } from './use-sent-parts';
import { GroupLetter, WindowBar } from './window/window-bar';

/** What the last call of the selected task was sent, part by part, and what was left out of it. */
export function TaskContext({ taskPath }: { readonly taskPath: TaskPath }) {
  const { view } = useStores();
  const isReadOnly = useReadOnly();
  const chosen = useView((state) => state.shownRun.instance);
  const call = usePacedRun(({ run }) => {
    const instance = findInstanceAt(run, taskPath, chosen);
    const calls = run.calls.get(taskPath);
    return calls?.findLast(({ kind, path }) => kind === 'model' && path.startsWith(instance?.path ?? ''));
  });
  if (call === undefined) {
    return (
      <EmptyState
        icon={<Layers />}
        title="Nothing was sent yet"
        actions={
          !isReadOnly && (
            <Button size="s" onClick={() => openScreen(view, { at: 'plan' })}>
              Plan
            </Button>
          )
        }
      >
        Once a model was called, its prompt is shown here part by part.
        {!isReadOnly && ' The plan shows it before a run.'}
      </EmptyState>
    );
  }
  return <SentContext key={call.path} taskPath={taskPath} call={call} />;
}

function SentContext({ taskPath, call }: { readonly taskPath: TaskPath; readonly call: CallRecord }) {
  const { view } = useStores();
  const sent = useSentCall(call);
  const { conversation, history } = sent.compactions;
  const out = sent.plan?.choices.filter(({ verdict }) => verdict !== 'whole') ?? [];
  return (
    <div className={styles.context}>
      <p className={styles.said}>{computeFill(call)?.said ?? 'Not measured'}</p>
      {call.window && sent.rows.length > 0 && <WindowBar rows={sent.rows} window={call.window} />}
      {sent.failure !== undefined && <Note tone="error">{sent.failure}</Note>}
      <ul className={styles.groups} aria-label="Parts of the last call">
        {groupRows(sent.rows).map(({ id, letter, label, tokens, rows }) => (
          <li key={id}>
            <span className={styles.group}>
              <GroupLetter group={id} letter={letter} />
              <b>{label}</b>
              <span>{tokens.toLocaleString('en')}</span>
            </span>
            <ul>
              {rows.map((row) => (
                <li key={row.key} title={`${row.why}. ${row.how}`}>
                  <span className={styles.part}>{row.label}</span>
                  <span className={styles.how}>{row.how}</span>
                  <span>{row.tokens.toLocaleString('en')}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Button size="s" icon={<Layers />} onClick={() => openScreen(view, { at: 'context', call: call.path })}>
        Open what it was sent
      </Button>
      <h3 className={styles.heading}>Left out {out.length > 0 && <span>{out.length}</span>}</h3>
      <div className={styles.wide}>
        <LeftOut taskPath={taskPath} plan={sent.plan} out={out} />
        {history.length > 0 && <CompactionCard compactions={history} call={call} />}
        {conversation && <CompactionCard compactions={[conversation]} call={call} />}
      </div>
    </div>
  );
}
