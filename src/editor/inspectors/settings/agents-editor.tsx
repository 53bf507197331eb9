import { useDocument } from '@/state/context';
import { Entries } from './entries';
import { AgentFields } from './folded';

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
