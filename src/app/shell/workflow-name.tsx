import { type KeyboardEvent, useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { TextInput } from '@/ui/form/text-input';
import { notify } from '@/ui/overlay/toast';
import { setSettings } from '@/workflow/commands/set-fields';
import { workflowLabel } from '@/workflow/document';
import styles from './workflow-name.module.css';

/** The name of the open workflow. A click or F2 edits it in place. */
export function WorkflowName() {
  const { document } = useStores();
  const name = useDocument((state) => state.document.name);
  const [draft, setDraft] = useState<string>();

  const rename = async (text: string) => {
    setDraft(undefined);
    const next = text.trim();
    if (next === (name ?? '')) return;
    const patch = { name: next === '' ? undefined : next };
    const made = await document.actions.dispatch((current) => setSettings(current, patch), 'Rename workflow');
    if (!made.ok) notify({ tone: 'error', title: 'The name was not changed.', detail: made.error.message });
  };

  if (draft === undefined) {
    const shown = workflowLabel({ name });
    const edit = () => setDraft(name ?? '');
    return (
      <button
        type="button"
        className={styles.name}
        aria-label={`Name of the workflow: ${shown}. Edit`}
        title={shown}
        onClick={edit}
        onKeyDown={(event) => event.key === 'F2' && edit()}
      >
        {shown}
      </button>
    );
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') void rename(draft);
    if (event.key === 'Escape') setDraft(undefined);
  };
  return (
    <TextInput
      className={styles.input ?? ''}
      aria-label="Name of the workflow"
      autoFocus
      value={draft}
      onChange={setDraft}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => void rename(draft)}
    />
  );
}
