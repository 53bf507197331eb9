import { useState } from 'react';
import type { ContextChoice } from '@/plan/context/context-plan';
import type { CallRecord } from '@/run/run-state';
import { Tabs } from '@/ui/display/tabs';
import type { TaskPath } from '@/workflow/task-path';
import { CompactionCard } from '../compaction/compaction-card';
import { ContextRules } from '../context-rules';
import styles from '../context-view.module.css';
import { LeftOut } from '../parts/left-out';
import type { SentCall } from '../use-sent-parts';

type SideTab = 'left-out' | 'rules';

interface CallSideProps {
  readonly taskPath: TaskPath;
  readonly call: CallRecord;
  readonly sent: SentCall;
}

/** Beside a call: what was left out and why, by which rules, and what of its history or conversation was compacted. */
export function CallSide({ taskPath, call, sent }: CallSideProps) {
  const [tab, setTab] = useState<SideTab>('left-out');
  const { plan } = sent;
  const { conversation, history } = sent.compactions;
  const listChoices = (wanted: ContextChoice['verdict']) =>
    plan?.choices.filter(({ verdict }) => verdict === wanted) ?? [];
  const out = [...listChoices('out'), ...listChoices('shortened')];
  return (
    <aside className={styles.right} aria-label="Not included">
      <div className={styles.tabs}>
        <Tabs<SideTab>
          label="Not included"
          value={tab}
          tabs={[
            { id: 'left-out', label: 'Left out', count: out.length + (plan?.unlisted ?? 0) },
            { id: 'rules', label: 'Settings' },
          ]}
          onChange={setTab}
          panelId="not-told"
        />
      </div>
      <div className={styles.side}>
        <div id="not-told" role="tabpanel" aria-label={tab === 'rules' ? 'Settings' : 'Left out'}>
          {tab === 'rules' ? (
            <ContextRules taskPath={taskPath} plan={plan} />
          ) : (
            <LeftOut taskPath={taskPath} plan={plan} out={out} />
          )}
        </div>
        {history.length > 0 && <CompactionCard compactions={history} call={call} />}
        {conversation && <CompactionCard key={conversation.path} compactions={[conversation]} call={call} />}
      </div>
    </aside>
  );
}
