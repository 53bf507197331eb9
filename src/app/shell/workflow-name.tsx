import { type KeyboardEvent, useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { TextInput } from '@/ui/form/text-input';
import { notifyPerson } from '@/ui/overlay/toast';
import { setSettings } from '@/workflow/commands/set-fields';
import { formatWorkflowLabel } from '@/workflow/document';
import styles from './workflow-name.module.css';

/** The name of the open workflow. A click or F2 edits it in place. */
export function WorkflowName() {
  const { document } = useStores();
  const name = useDocument((state) => state.document.name);
  const [draft, setDraft] = useState<string>();

  const renameWorkflow = async (text: string) => {
    setDraft(undefined);
    const next = text.trim();
    if (next === (name ?? '')) return;
    const patch = { name: next === '' ? undefined : next };
    const made = await document.actions.dispatch((current) => setSettings(current, patch), 'Rename workflow');
    if (!made.ok) notifyPerson({ tone: 'error', title: 'The name was not changed.', detail: made.error.message });
  };

  if (draft === undefined) {
    const shown = formatWorkflowLabel({ name });
    const editName = () => setDraft(name ?? '');
    return (
      <button
        type="button"
        className={styles.name}
        aria-label={`Name of the workflow: ${shown}. Edit`}
        title={shown}
        onClick={editName}
        onKeyDown={(event) => event.key === 'F2' && editName()}
      >
        {shown}
      </button>
    );
  }
  const handleNameKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') void renameWorkflow(draft);
    if (event.key === 'Escape') setDraft(undefined);
  };
  return (
    <TextInput
      className={styles.input ?? ''}
      aria-label="Name of the workflow"
      autoFocus
      value={draft}
      onChange={setDraft}
      onKeyDown={handleNameKey}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => void renameWorkflow(draft)}
    />
  );
}
