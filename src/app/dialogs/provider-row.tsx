import { useState } from 'react';
import { formatTokens } from '@/base/figures';
import type { ProviderConfig } from '@/providers/provider-config';
import { Button } from '@/ui/button';
import { Chip, type ChipTone } from '@/ui/chip';
import { notify } from '@/ui/toast';
import type { KeyStatus } from '@/worker/api';
import { useApp } from '../app-context';
import { KeyForm } from './key-form';
import styles from './models-dialog.module.css';
import { ProviderForm } from './provider-form';
import type { MakeChange } from './use-reloaded';
import { WindowsForm } from './windows-form';

const statusWords: { readonly [K in KeyStatus]: { readonly tone: ChipTone; readonly word: string } } = {
  not_needed: { tone: 'plain', word: 'No key needed' },
  missing: { tone: 'plain', word: 'No key' },
  in_memory: { tone: 'ok', word: 'Key until the page is closed' },
  locked: { tone: 'paused', word: 'Key locked' },
  unlocked: { tone: 'ok', word: 'Key remembered' },
};

interface ProviderRowProps {
  readonly provider: ProviderConfig;
  readonly status: KeyStatus;
  /** Whether the person added it. */
  readonly own: boolean;
  readonly change: MakeChange;
}

/** A provider: where it is, how it stands with its key, and what can be done. */
export function ProviderRow({ provider, status, own, change }: ProviderRowProps) {
  const { keys, settings, recheck } = useApp();
  const [form, setForm] = useState<'key' | 'windows' | 'provider'>();
  const { id, label, baseUrl, needsKey } = provider;
  const { tone, word } = statusWords[status];
  const done = () => setForm(undefined);
  const tell = async (made: Promise<string | undefined>) => {
    const failed = await made;
    if (failed !== undefined) notify({ tone: 'error', title: `${label} was not changed.`, detail: failed });
  };
  const remove = async () => {
    await tell(
      change(async () => {
        await keys.forget(id);
        await settings.removeProvider(id);
      }),
    );
    await recheck();
  };
  const hasKey = status !== 'missing' && status !== 'not_needed';
  return (
    <li className={styles.provider}>
      <div className={styles.row}>
        <span className={styles.name}>
          <span className={styles.label}>{label}</span>
          <span className={styles.address}>
            {baseUrl === '' ? `${id}:… answers by itself, for trying out` : baseUrl}
          </span>
        </span>
        <Chip tone={tone}>{word}</Chip>
        {needsKey && (
          <Button size="s" aria-expanded={form === 'key'} onClick={() => setForm(form === 'key' ? undefined : 'key')}>
            {hasKey ? 'Replace the key' : 'Give the key'}
          </Button>
        )}
        {hasKey && (
          <Button size="s" variant="ghost" onClick={() => void tell(change(() => keys.forget(id)))}>
            Forget
          </Button>
        )}
        <Button
          size="s"
          aria-expanded={form === 'windows'}
          onClick={() => setForm(form === 'windows' ? undefined : 'windows')}
        >
          {provider.windows === undefined ? 'Windows' : windowsWord(provider.windows)}
        </Button>
        {own && (
          <>
            <Button
              size="s"
              aria-expanded={form === 'provider'}
              onClick={() => setForm(form === 'provider' ? undefined : 'provider')}
            >
              Change
            </Button>
            <Button size="s" variant="danger" onClick={() => void remove()}>
              Remove
            </Button>
          </>
        )}
      </div>
      {form === 'key' && <KeyForm provider={id} label={label} change={change} onDone={done} />}
      {form === 'windows' && <WindowsForm provider={provider} change={change} onDone={done} />}
      {form === 'provider' && <ProviderForm provider={provider} taken={[]} change={change} onDone={done} />}
    </li>
  );
}

/** What was set, short enough for a button. */
function windowsWord(windows: NonNullable<ProviderConfig['windows']>): string {
  const [first = ['', 0], ...more] = Object.entries(windows);
  return more.length > 0 ? `${more.length + 1} windows` : `Window ${formatTokens(first[1])}`;
}
