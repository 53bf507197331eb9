import { type FormEvent, useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { notationWords } from '@/formats/notation';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { useApp } from '../app-context';
import type { DialogAbout } from './app-dialog';

/** Asks for an address, and opens the workflow there as a new one. Closing the dialog cancels the request. */
export default function OpenUrlDialog({ dialog, onClose }: DialogAbout<'open-url'>) {
  const { workflows } = useApp();
  const [address, setAddress] = useState(dialog.address ?? '');
  const [error, setError] = useState<string>();
  const [fetching, setFetching] = useState<AbortController>();
  useEffect(() => () => fetching?.abort(), [fetching]);

  const submitUrl = async (event: FormEvent) => {
    event.preventDefault();
    if (fetching) return;
    const controller = new AbortController();
    setError(undefined);
    setFetching(controller);
    try {
      await workflows.address(address, controller.signal);
    } catch (thrown) {
      if (controller.signal.aborted) return;
      const { message, advice } = toFailure(thrown);
      setError(advice === undefined ? message : `${message} ${advice}`);
    }
    setFetching(undefined);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Open from URL"
      width="wide"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="open-url"
            disabled={fetching !== undefined || address.trim() === ''}
          >
            {fetching ? 'Fetching…' : 'Open'}
          </Button>
        </>
      }
    >
      <form id="open-url" noValidate onSubmit={(event) => void submitUrl(event)}>
        <Field
          label="Address"
          hint={`Of a workflow as ${notationWords}. This browser fetches it once you press Open.`}
          error={error}
        >
          <TextInput
            data-autofocus
            mono
            type="url"
            inputMode="url"
            value={address}
            placeholder="https://example.org/workflow.yaml"
            onChange={setAddress}
          />
        </Field>
      </form>
    </Dialog>
  );
}
