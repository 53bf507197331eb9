import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useDocument } from '@/state/context';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { renameAgent } from '@/workflow/commands/rename-agent';
import { updateSettings } from '@/workflow/commands/update-settings';
import type { Agent } from '@/workflow/tasks/common';
import { ModelField } from '../fields/model-field';
import { OptionsFields } from '../fields/options-fields';
import { freshName } from '../fields/record-keys';
import { Fold } from '../fields/section';
import { useDispatch } from '../fields/subject';
import { SystemField } from '../fields/system-field';
import styles from './agents-editor.module.css';
import { VisibleVariables } from './visible-variables';

/** The named model configurations of the workflow. */
export function AgentsEditor() {
  const agents = useDocument(({ document }) => document.agents) ?? {};
  const dispatch = useDispatch();
  const names = Object.keys(agents);
  const add = (): void => {
    const patch = { agents: { ...agents, [freshName('agent', names)]: {} } };
    void dispatch((document) => updateSettings(document, { patch }), 'Add an agent');
  };
  return (
    <div className={styles.agents}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an agent stays the same one, unfolded, while its name is changed
        <AgentFields key={index} name={name} agent={agents[name] ?? {}} />
      ))}
      <div>
        <Button size="s" icon={<Plus />} onClick={add}>
          Add an agent
        </Button>
      </div>
    </div>
  );
}

function AgentFields({ name, agent }: { readonly name: string; readonly agent: Agent }) {
  const dispatch = useDispatch();
  const defaultModel = useDocument(({ document }) => document.defaultModel);
  const remove = (): void => {
    void dispatch((document) => {
      const { [name]: _removed, ...others } = document.agents ?? {};
      return updateSettings(document, { patch: { agents: Object.keys(others).length === 0 ? undefined : others } });
    }, `Remove the agent ${name}`);
  };
  return (
    <Fold title={name} state={agent.model ?? defaultModel ?? 'no model'}>
      <AgentName name={name} />
      <ModelField path={['agents', name, 'model']} placeholder={defaultModel ?? 'None is given'} />
      <SystemField path={['agents', name, 'system']} label="System prompt" placeholder="None" />
      <OptionsFields path={['agents', name, 'options']} />
      <VisibleVariables agent={name} />
      <div>
        <Button size="s" variant="danger" onClick={remove}>
          Remove {name}
        </Button>
      </div>
    </Fold>
  );
}

/** The name is changed once it is whole, and with it every task that names the agent. */
function AgentName({ name }: { readonly name: string }) {
  const dispatch = useDispatch();
  const [draft, setDraft] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const commit = async (): Promise<void> => {
    const newName = draft?.trim() ?? name;
    const reason =
      newName === name
        ? undefined
        : await dispatch((document) => renameAgent(document, { name, newName }), `Rename the agent ${name}`);
    setRefused(reason);
    if (reason === undefined) setDraft(undefined);
  };
  return (
    <Field label="Name" error={refused}>
      <TextInput
        value={draft ?? name}
        onChange={(text) => {
          setDraft(text);
          setRefused(undefined);
        }}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && void commit()}
      />
    </Field>
  );
}
