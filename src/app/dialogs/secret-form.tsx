import { useState } from 'react';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useApp } from '../app-context';
import { KeptSecretly } from './kept-secretly';
import type { MakeChange } from './use-reloaded';

interface SecretFormProps {
  /** Undefined: a new secret, whose name the form asks for. */
  readonly name?: string;
  readonly change: MakeChange;
  readonly onDone: () => void;
}

/** A form for a secret. */
export function SecretForm({ name: known, change, onDone }: SecretFormProps) {
  const { secrets } = useApp();
  const [given, setGiven] = useState('');
  const [value, setValue] = useState('');
  const name = known ?? given.trim();
  const named = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
  return (
    <KeptSecretly
      what="secret"
      passphraseHint="The same as for keys. It is not stored: without it the secret cannot be read."
      ready={named && value.trim() !== ''}
      change={change}
      keep={(passphrase) => secrets.set(name, value, passphrase)}
      onDone={onDone}
    >
      {(error) => (
        <>
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
        </>
      )}
    </KeptSecretly>
  );
}
