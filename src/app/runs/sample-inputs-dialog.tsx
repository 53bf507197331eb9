import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { runOpenWorkflow } from '@/state/start-and-fork';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { matchKeys } from '@/ui/keys';
import { Dialog } from '@/ui/overlay/dialog';
import { formatTaskLabel } from '@/workflow/document';
import { locateTask } from '@/workflow/task-path';
import type { DialogAbout } from '../dialogs/app-dialog';
import { keepSamples, longestSample, readSamples } from './sample-inputs';
import styles from './sample-inputs-dialog.module.css';

/** Asks for sample outputs of the tasks that a single task reads and that have not run, then runs it with them. */
export default function SampleInputsDialog({ dialog: { targets, missing }, onClose }: DialogAbout<'sample-inputs'>) {
  const stores = useStores();
  const workflowId = useDocument((state) => state.id);
  const document = useDocument((state) => state.document);
  const [texts, setTexts] = useState(() => {
    const kept = readSamples(workflowId);
    return Object.fromEntries(missing.map((id) => [id, kept[id] ?? '']));
  });
  const labelOf = (id: string) => formatTaskLabel(id, locateTask(document, id)?.task ?? {});
  const runWithSamples = (event?: FormEvent) => {
    event?.preventDefault();
    keepSamples(workflowId, texts);
    onClose();
    void runOpenWorkflow(stores, { targets: { ...targets, samples: texts } });
  };
  const handleDialogKey = (event: KeyboardEvent) => {
    if (!matchKeys(event.nativeEvent, 'Mod+Enter')) return;
    event.preventDefault();
    runWithSamples();
  };
  const names = targets.tasks.map(({ task }) => labelOf(task)).join(', ');
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Run ${names} on sample inputs`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="sample-inputs" shortcut="Mod+Enter">
            Run this
          </Button>
        </>
      }
    >
      <form id="sample-inputs" className={styles.form} onSubmit={runWithSamples} onKeyDown={handleDialogKey}>
        <p>
          It reads what no run has given yet. Write what that would be, as text or as JSON. It is kept in this browser.
        </p>
        {missing.map((id, index) => (
          <Field key={id} label={`What ${labelOf(id)} gives`}>
            <TextArea
              data-autofocus={index === 0}
              mono
              rows={4}
              maxLength={longestSample}
              value={texts[id] ?? ''}
              onChange={(text) => setTexts({ ...texts, [id]: text })}
            />
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
