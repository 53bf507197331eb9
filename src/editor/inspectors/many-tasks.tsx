import { useMemo } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { Button } from '@/ui/form/button';
import { locateTask } from '@/workflow/task-path';
import { getActionKeys } from '../actions/action';
import { getAction } from '../actions/actions';
import { AgentField } from './common/agent-field';
import { FailureSection } from './common/failure-section';
import { LimitFields } from './common/limit-fields';
import { ModelField } from './fields/model-field';
import { Section } from './fields/section';
import { createSeveralSubject } from './fields/several-tasks';
import { SubjectOf } from './fields/subject';

/** The fields that several tasks share, and what can be done with all of them at once. */
export function ManyTasks({ ids }: { readonly ids: readonly string[] }) {
  const stores = useStores();
  const allDisabled = useDocument(({ document }) =>
    ids.every((id) => locateTask(document, id)?.task.disabled === true),
  );
  const ownKeys = useView((state) => state.preferences.ownKeys);
  const defaultModel = useDocument(({ document }) => document.defaultModel);
  const selected = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same tasks are the same subject
  const subject = useMemo(() => createSeveralSubject(ids), [selected]);
  const shortcut = (action: string) => getActionKeys(getAction(action), ownKeys)[0];
  const createActionRun = (action: string) => () => void getAction(action).run(stores);
  return (
    <SubjectOf key={selected} value={subject}>
      <Section title={`${ids.length} tasks selected`}>
        <ModelField path={['model']} placeholder={defaultModel ?? 'None is given'} />
        <AgentField />
      </Section>
      <Section title="Limits">
        <LimitFields keys={['timeoutMs', 'maxTurns', 'maxOutputTokens', 'maxTotalTokens', 'maxTotalCostUsd']} />
      </Section>
      <FailureSection />
      <Section title="All of them">
        <div>
          <Button onClick={createActionRun('tidy-selected')} shortcut={shortcut('tidy-selected')}>
            Tidy up {ids.length} tasks
          </Button>
        </div>
        <div>
          <Button onClick={createActionRun('disable')} shortcut={shortcut('disable')}>
            {allDisabled ? 'Enable' : 'Disable'} {ids.length} tasks
          </Button>
        </div>
        <div>
          <Button variant="danger" onClick={createActionRun('delete')} shortcut={shortcut('delete')}>
            Delete {ids.length} tasks
          </Button>
        </div>
      </Section>
    </SubjectOf>
  );
}
