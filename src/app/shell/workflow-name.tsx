import { useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { WrittenLabel } from '@/ui/form/written-label';
import { notifyPerson } from '@/ui/overlay/toast';
import { setSettings } from '@/workflow/commands/set-fields';
import { formatWorkflowLabel } from '@/workflow/document';
import styles from './workflow-name.module.css';

/** The name of the open workflow. A click or F2 edits it in place. */
export function WorkflowName() {
  const { document } = useStores();
  const name = useDocument((state) => state.document.name);
  const [isWritten, setWritten] = useState(false);

  const renameWorkflow = async (next: string) => {
    const patch = { name: next === '' ? undefined : next };
    const made = await document.actions.dispatch((current) => setSettings(current, patch), 'Rename workflow');
    if (!made.ok) notifyPerson({ tone: 'error', title: 'The name was not changed.', detail: made.error.message });
  };

  if (!isWritten) {
    const shown = formatWorkflowLabel({ name });
    const editName = () => setWritten(true);
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
  return (
    <WrittenLabel
      className={styles.input ?? ''}
      name="Name of the workflow"
      label={name ?? ''}
      onEnd={(next) => {
        setWritten(false);
        if (next !== undefined) void renameWorkflow(next);
      }}
    />
  );
}
