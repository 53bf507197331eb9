import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { useApp } from '../app-context';
import styles from './models-dialog.module.css';
import type { MakeChange } from './use-reloaded';

interface SecretFormProps {
  /** Left out: a new one, whose name is asked for. */
  readonly name?: string;
  readonly change: MakeChange;
  readonly onDone: () => void;
}

/** Takes a secret: kept in memory, or encrypted on this machine if the person asks for it. */
export function SecretForm({ name: known, change, onDone }: SecretFormProps) {
  const { secrets } = useApp();
  const [given, setGiven] = useState('');
  const [value, setValue] = useState('');
  const [remembered, setRemembered] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string>();
  const name = known ?? given.trim();
  const named = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const failed = await change(() => secrets.set(name, value, remembered ? passphrase : undefined));
    if (failed === undefined) onDone();
    else setError(failed);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {known === undefined && (
        <Field
          label="Name of the secret"
          error={named || given === '' ? undefined : 'Letters, digits and _, with no digit first.'}
        >
          <TextInput mono autoFocus value={given} onChange={setGiven} />
        </Field>
      )}
      <Field label={`Value of ${name === '' ? 'the secret' : name}`} error={error}>
        <TextInput type="password" mono autoFocus={known !== undefined} value={value} onChange={setValue} />
      </Field>
      <Checkbox
        label="Remember on this machine, encrypted with a passphrase"
        checked={remembered}
        onChange={setRemembered}
      />
      {remembered && (
        <Field label="Passphrase" hint="The same as for keys. It is not kept: without it the secret cannot be read.">
          <TextInput type="password" value={passphrase} onChange={setPassphrase} />
        </Field>
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          disabled={!named || value.trim() === '' || (remembered && passphrase === '')}
        >
          {remembered ? 'Remember the secret' : 'Use until the page is closed'}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Leave as it is
        </Button>
      </div>
    </form>
  );
}
