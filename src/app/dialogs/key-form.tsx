import { useState } from 'react';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { useApp } from '../app-context';
import { KeptSecretly } from './kept-secretly';
import type { MakeChange } from './use-reloaded';

interface KeyFormProps {
  readonly provider: string;
  readonly label: string;
  readonly change: MakeChange;
  readonly onDone: () => void;
}

/** Takes the key of a provider. */
export function KeyForm({ provider, label, change, onDone }: KeyFormProps) {
  const { keys } = useApp();
  const [key, setKey] = useState('');
  return (
    <KeptSecretly
      what="key"
      passphraseHint="The same for all keys. It is not kept: without it the keys cannot be read."
      ready={key.trim() !== ''}
      change={change}
      keep={(passphrase) => keys.set(provider, key, passphrase)}
      onDone={onDone}
    >
      {(error) => (
        <Field
          label={`Key for ${label}`}
          hint="It is sent to this provider only, and never written into workflows, exports or runs."
          error={error}
        >
          <TextInput type="password" mono autoFocus value={key} onChange={setKey} />
        </Field>
      )}
    </KeptSecretly>
  );
}
