import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useApp } from '../app-context';
import styles from './form.module.css';
import type { MakeChange } from './use-reloaded';

/** A form for the passphrase of the keys that are stored on this machine. */
export function UnlockForm({ change }: { readonly change: MakeChange }) {
  const { keys } = useApp();
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string>();
  const submitPassphrase = async (event: FormEvent) => {
    event.preventDefault();
    let unlocked = false;
    const failed = await change(async () => {
      unlocked = await keys.unlock(passphrase);
    });
    setError(failed ?? (unlocked ? undefined : 'This is not the passphrase.'));
  };
  return (
    <form className={styles.unlock} onSubmit={(event) => void submitPassphrase(event)}>
      <Field label="Passphrase of the keys on this machine" error={error}>
        <TextInput type="password" value={passphrase} onChange={setPassphrase} />
      </Field>
      <Button type="submit" disabled={passphrase === ''}>
        Unlock
      </Button>
    </form>
  );
}
