import { type FormEvent, useState } from 'react';
import { builtInProviders } from '@/providers/built-in-providers';
import type { ProviderConfig } from '@/providers/provider-config';
import { notifyOutcome } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { TextInput } from '@/ui/form/text-input';
import { unsavedMark } from '@/ui/overlay/unsaved';
import type { KeyStatus } from '@/worker/border/engine-api';
import { useApp } from '../../app-context';
import type { MakeChange } from '../../dialogs/use-reloaded';
import { useAskList } from '../use-ask-list';
import { findHost } from './find-host';
import styles from './key-and-address.module.css';

interface KeyFormProps {
  readonly provider: ProviderConfig;
  readonly status: KeyStatus;
  readonly change: MakeChange;
  /** Whether the storage is open, so that a key can be stored. */
  readonly isStored: boolean;
}

const keeping = [
  { value: 'memory', label: 'Until I close the page' },
  { value: 'stored', label: 'In this browser, locked' },
] as const;

/**
 * Where a key is made. Source: the first pages of developers.openai.com, platform.claude.com, ai.google.dev and
 * openrouter.ai.
 */
const keyPages: Readonly<Record<string, string>> = {
  openai: 'https://platform.openai.com/api-keys',
  anthropic: 'https://platform.claude.com/settings/keys',
  google: 'https://aistudio.google.com/apikey',
  openrouter: 'https://openrouter.ai/settings/keys',
};

const words: { readonly [K in KeyStatus]: string } = {
  not_needed: '',
  missing: 'not given',
  in_memory: 'in memory until the page is closed',
  locked: 'stored here, locked',
  unlocked: 'stored here, encrypted',
};

/**
 * A form for a provider's key. The key stays while the page is open, or encrypted with a passphrase on this machine.
 */
export function KeyForm({ provider, status, change, isStored }: KeyFormProps) {
  const { keys } = useApp();
  const [key, setKey] = useState('');
  const [keep, setKeep] = useState<'memory' | 'stored'>('memory');
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string>();
  const { ask, busy } = useAskList(provider, change);
  const { id, label, baseUrl } = provider;
  const shipped = builtInProviders.find((each) => each.id === id);
  const keyPage = shipped?.baseUrl === baseUrl ? keyPages[id] : undefined;
  const saveKey = async (): Promise<boolean> => {
    const failed = await change(() => keys.set(id, key, keep === 'stored' ? passphrase : undefined));
    setError(failed);
    if (failed === undefined) setKey('');
    return failed === undefined;
  };
  const submitKey = async (event: FormEvent) => {
    event.preventDefault();
    if (await saveKey()) await ask();
  };
  const forgetKey = async () => {
    const failed = await change(() => keys.forget(id));
    notifyOutcome(`key ${id}`, 'The key was not forgotten.', failed);
  };
  const isReady = key.trim() !== '' && (keep === 'memory' || passphrase !== '') && !busy;
  return (
    <form {...unsavedMark(key !== '')} className={styles.form} onSubmit={(event) => void submitKey(event)}>
      <div className={styles.line}>
        <Field label={`Key of ${label} · ${words[status]}`} error={error}>
          <TextInput
            type="password"
            mono
            value={key}
            placeholder={status === 'missing' ? '' : '•••••••••••• type another to replace it'}
            onChange={setKey}
          />
        </Field>
        <Button variant="ghost" disabled={!isReady} onClick={() => void saveKey()}>
          Save the key
        </Button>
        <Button type="submit" variant={status === 'missing' ? 'primary' : 'default'} disabled={!isReady}>
          Save and try it
        </Button>
      </div>
      {keep === 'stored' && (
        <Field label="Passphrase" hint="The same for all keys. It is not stored: without it the keys cannot be read.">
          <TextInput type="password" value={passphrase} onChange={setPassphrase} />
        </Field>
      )}
      <div className={styles.keep}>
        <span className={styles.label}>Keep it</span>
        <Segmented
          label="Keep the key"
          options={isStored ? keeping : keeping.slice(0, 1)}
          value={keep}
          onChange={setKeep}
        />
        <span className={styles.gap} />
        {(status === 'in_memory' || status === 'locked' || status === 'unlocked') && (
          <Button variant="ghost" className={styles.danger} onClick={() => void forgetKey()}>
            Forget
          </Button>
        )}
        {status === 'missing' && keyPage !== undefined && (
          <a className={styles.get} href={keyPage} target="_blank" rel="noreferrer">
            Get a key at {new URL(keyPage).host}
          </a>
        )}
      </div>
      {status === 'missing' && (
        <p className={styles.label}>
          It is sent to {findHost(baseUrl)} only. Trying it asks for the list of models, which is free.
        </p>
      )}
    </form>
  );
}
