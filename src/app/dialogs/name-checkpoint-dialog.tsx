import { type FormEvent, useState } from 'react';
import { toFailure } from '@/base/errors';
import { useCheckpoints, useStores, useView } from '@/state/context';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import type { AppDialogProps } from './app-dialog';

/** Most characters of a name. */
const maxLength = 100;

/** Gives a checkpoint another name. */
export default function NameCheckpointDialog({ onClose }: AppDialogProps) {
  const { checkpoints } = useStores();
  const revision = useView(({ checkpoint }) => checkpoint);
  const checkpoint = useCheckpoints((state) => state.checkpoints?.find((one) => one.revision === revision));
  const [name, setName] = useState(checkpoint?.name ?? '');
  const [error, setError] = useState<string>();
  if (!checkpoint) return null;

  const submit = async (event: FormEvent) => {
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
      <form id="name-checkpoint" onSubmit={(event) => void submit(event)}>
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
