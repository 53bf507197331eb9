import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { useApp } from '../app-context';
import styles from './models-dialog.module.css';
import type { MakeChange } from './use-reloaded';

interface KeyFormProps {
  readonly provider: string;
  readonly label: string;
  readonly change: MakeChange;
  readonly onDone: () => void;
}

/** Takes the key of a provider: kept in memory, or encrypted on this machine if the person asks for it. */
export function KeyForm({ provider, label, change, onDone }: KeyFormProps) {
  const { keys } = useApp();
  const [key, setKey] = useState('');
  const [remembered, setRemembered] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const failed = await change(() => keys.set(provider, key, remembered ? passphrase : undefined));
    if (failed === undefined) onDone();
    else setError(failed);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Field
        label={`Key for ${label}`}
        hint="It is sent to this provider only, and never written into workflows, exports or runs."
        error={error}
      >
        <TextInput type="password" mono autoFocus value={key} onChange={setKey} />
      </Field>
      <Checkbox
        label="Remember on this machine, encrypted with a passphrase"
        checked={remembered}
        onChange={setRemembered}
      />
      {remembered && (
        <Field label="Passphrase" hint="The same for all keys. It is not kept: without it the keys cannot be read.">
          <TextInput type="password" value={passphrase} onChange={setPassphrase} />
        </Field>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={key.trim() === '' || (remembered && passphrase === '')}>
          {remembered ? 'Remember the key' : 'Use until the page is closed'}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Leave as it is
        </Button>
      </div>
    </form>
  );
}
