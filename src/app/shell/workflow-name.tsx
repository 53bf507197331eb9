import { useState } from 'react';
import { withEdits } from '@/editor/actions/with-edits';
import { useDocument, useStores } from '@/state/context';
import { notifyOutcome } from '@/ui/attempt';
import { WrittenLabel } from '@/ui/form/written-label';
import { formatWorkflowLabel } from '@/workflow/document';
import styles from './workflow-name.module.css';

/** The name of the open workflow. A click or F2 edits it in place. */
export function WorkflowName() {
  const { document } = useStores();
  const name = useDocument((state) => state.document.name);
  const [isWritten, setWritten] = useState(false);

  const renameWorkflow = (next: string) =>
    withEdits(async ({ setSettings }) => {
      const patch = { name: next === '' ? undefined : next };
      const made = await document.actions.dispatch((current) => setSettings(current, patch), 'Rename workflow');
      notifyOutcome('workflow-name', 'The name was not changed.', made.ok ? undefined : made.error.message);
    });

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
