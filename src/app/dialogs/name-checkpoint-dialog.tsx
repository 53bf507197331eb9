import { type FormEvent, useState } from 'react';
import { toFailure } from '@/base/errors';
import { useCheckpoints, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { unsavedMark } from '@/ui/overlay/unsaved';
import type { DialogAbout } from './app-dialog';

/** The most characters of a name. */
const maxLength = 100;

/** Renames a checkpoint. */
export default function NameCheckpointDialog({ dialog: { revision }, onClose }: DialogAbout<'name-checkpoint'>) {
  const { checkpoints } = useStores();
  const checkpoint = useCheckpoints((state) => state.checkpoints?.find((one) => one.revision === revision));
  const [name, setName] = useState(checkpoint?.name ?? '');
  const [error, setError] = useState<string>();
  if (!checkpoint) return null;

  const submitName = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await checkpoints.actions.rename(checkpoint.revision, name.trim());
      onClose();
    } catch (thrown) {
      setError(toFailure(thrown).message);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Name the checkpoint"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="name-checkpoint" disabled={name.trim() === ''}>
            Rename
          </Button>
        </>
      }
    >
      <form
        {...unsavedMark(name !== (checkpoint.name ?? ''))}
        id="name-checkpoint"
        onSubmit={(event) => void submitName(event)}
      >
        <Field label="Name" error={error}>
          <TextInput
            data-autofocus
            value={name}
            maxLength={maxLength}
            onChange={setName}
            onFocus={(event) => event.currentTarget.select()}
          />
        </Field>
      </form>
    </Dialog>
  );
}
