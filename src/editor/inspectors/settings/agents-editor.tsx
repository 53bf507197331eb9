import { useDocument } from '@/state/context';
import { AgentFields } from './agent-fields';
import { Entries } from './entries';

/** The agents of the workflow. */
export function AgentsEditor() {
  const defaultModel = useDocument(({ document }) => document.defaultModel);
  return (
    <Entries
      field="agents"
      noun="an agent"
      stem="agent"
      blank={{}}
      state={({ model }) => model ?? defaultModel ?? 'no model'}
    >
      {(name) => <AgentFields path={['agents', name]} />}
    </Entries>
  );
}
