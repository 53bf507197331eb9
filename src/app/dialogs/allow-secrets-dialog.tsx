import { useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { formatWorkflowLabel } from '@/workflow/document';
import type { DialogAbout } from './app-dialog';
import styles from './form.module.css';
import { formatTarget } from './target-label';

/** Asks whether a workflow may send secrets to servers, before its run. */
export default function AllowSecretsDialog({ dialog, onClose }: DialogAbout<'allow-secrets'>) {
  const { services } = useStores();
  const name = useDocument((state) => state.document.name);
  const [isSaving, setSaving] = useState(false);
  const { workflowId, uses } = dialog.question;
  const allow = async () => {
    setSaving(true);
    if (await attemptAction(() => services.grants.allow(workflowId, uses))) onClose();
    else setSaving(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={uses.length === 1 ? 'Send a secret?' : 'Send secrets?'}
      footer={
        <>
          <Button variant="ghost" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button variant="primary" disabled={isSaving} onClick={() => void allow()}>
            Allow and run
          </Button>
        </>
      }
    >
      <p>
        {name === undefined ? 'This workflow' : `“${formatWorkflowLabel({ name })}”`} sends{' '}
        {uses.length === 1 ? 'a secret' : 'secrets'} of yours for the first time. Whoever runs the server can use{' '}
        {uses.length === 1 ? 'it' : 'them'}. You are asked once; Settings, under Secrets, lists it and takes it back.
      </p>
      <ul className={styles.list} aria-label="Secrets that are sent">
        {uses.map(({ secret, target, taskPath, tool }) => (
          <li key={`${secret} ${target}`} className={styles.signIn}>
            <b>{secret}</b> to <b>{formatTarget(target)}</b>, by the task {taskPath} ({tool})
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
