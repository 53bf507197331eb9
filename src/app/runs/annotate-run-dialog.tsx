import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { annotationLimits, parseTags } from '@/run/annotations';
import { useRuns, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import { matchKeys } from '@/ui/keys';
import { Dialog } from '@/ui/overlay/dialog';
import { unsavedMark } from '@/ui/overlay/unsaved';
import type { DialogAbout } from '../dialogs/app-dialog';
import { writeAnnotations } from './annotate-run';
import { nameOfRun } from './run-use-cases';

/** Edits the tags and the note of a run. */
export default function AnnotateRunDialog({ dialog: { executionId }, onClose }: DialogAbout<'annotate-run'>) {
  const stores = useStores();
  const entry = useRuns(({ entries }) => entries.find(({ id }) => id === executionId));
  const used = useRuns(({ entries }) => entries.flatMap(({ annotations }) => annotations?.tags ?? []).join('\n'));
  const [first] = useState({
    tags: (entry?.annotations?.tags ?? []).join(', '),
    note: entry?.annotations?.note ?? '',
  });
  const [tags, setTags] = useState(first.tags);
  const [note, setNote] = useState(first.note);
  const written = parseTags(tags);
  const others = parseTags(used).filter((tag) => !written.some((one) => one.toLowerCase() === tag.toLowerCase()));

  const submitAnnotations = async (event?: FormEvent) => {
    event?.preventDefault();
    if (await writeAnnotations(stores, executionId, { tags: written, note })) onClose();
  };
  const handleDialogKey = (event: KeyboardEvent) => {
    if (!matchKeys(event.nativeEvent, 'Mod+Enter')) return;
    event.preventDefault();
    void submitAnnotations();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Tags and note of ${nameOfRun(stores, executionId).toLowerCase()}`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="annotate-run">
            Save
          </Button>
        </>
      }
    >
      <form
        {...unsavedMark(tags !== first.tags || note !== first.note)}
        id="annotate-run"
        onSubmit={(event) => void submitAnnotations(event)}
        onKeyDown={handleDialogKey}
      >
        <Field
          label="Tags"
          hint={
            others.length > 0 ? `Separated by commas. In use: ${others.slice(0, 8).join(', ')}` : 'Separated by commas'
          }
        >
          <TextInput data-autofocus value={tags} onChange={setTags} />
        </Field>
        <Field label="Note">
          <TextArea rows={4} maxLength={annotationLimits.note} value={note} onChange={setNote} />
        </Field>
      </form>
    </Dialog>
  );
}
