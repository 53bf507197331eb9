import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useSignInStates } from '@/editor/sign-in/use-sign-in-states';
import { useDocument } from '@/state/context';
import { notifyOutcome } from '@/ui/attempt';
import { Chip, type ChipTone } from '@/ui/display/chip';
import { Button } from '@/ui/form/button';
import type { HeldStatus } from '@/worker/border/engine-api';
import { useApp } from '../app-context';
import styles from './form.module.css';
import { SecretForm } from './secret-form';
import { SecretGrantsSection } from './secret-grants-section';
import { listSecretNames } from './secret-names';
import { UnlockForm } from './unlock-form';
import { type MakeChange, useReloaded } from './use-reloaded';

const words: { readonly [K in HeldStatus]: { readonly tone: ChipTone; readonly word: string } } = {
  in_memory: { tone: 'ok', word: 'Until the page is closed' },
  locked: { tone: 'paused', word: 'Locked' },
  unlocked: { tone: 'ok', word: 'Remembered' },
};

/** Secrets that tools and headers of providers refer to: the stored ones, and those that the open workflow needs. */
export function SecretsSection() {
  const { secrets } = useApp();
  const signIns = useSignInStates();
  const { value: status, change } = useReloaded(secrets.status);
  const asked = useDocument((state) => state.text);
  const [adding, setAdding] = useState(false);
  if (status === undefined) return null;
  const missing = listSecretNames(asked).filter((name) => !Object.hasOwn(status, name));
  const rows = [...Object.entries(status), ...missing.map((name) => [name, undefined] as const)];
  return (
    <>
      <p>
        Values for {'{{secrets.NAME}}'} in http and mcp tools and in headers of providers. They are sent only where you
        allowed it, and never written into workflows, exports or runs.
      </p>
      {(Object.values(status).includes('locked') ||
        Object.values(signIns ?? {}).some(({ held }) => held === 'locked')) && <UnlockForm change={change} />}
      {rows.length > 0 && (
        <ul className={styles.list} aria-label="Secrets">
          {rows.map(([name, held]) => (
            <SecretRow key={name} name={name} held={held} change={change} />
          ))}
        </ul>
      )}
      {adding ? (
        <div className={styles.add}>
          <SecretForm change={change} onDone={() => setAdding(false)} />
        </div>
      ) : (
        <div>
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            Add a secret
          </Button>
        </div>
      )}
      <SecretGrantsSection />
    </>
  );
}

interface SecretRowProps {
  readonly name: string;
  /** Undefined: the workflow needs it, and it is not stored. */
  readonly held: HeldStatus | undefined;
  readonly change: MakeChange;
}

function SecretRow({ name, held, change }: SecretRowProps) {
  const { secrets } = useApp();
  const [open, setOpen] = useState(false);
  const forgetSecret = async () => {
    const failed = await change(() => secrets.forget(name));
    notifyOutcome(`secret ${name}`, `${name} was not forgotten.`, failed);
  };
  return (
    <li className={styles.provider}>
      <div className={styles.row}>
        <span className={styles.name}>
          <span className={styles.label}>{name}</span>
        </span>
        {held === undefined ? (
          <Chip tone="paused">This workflow needs</Chip>
        ) : (
          <Chip tone={words[held].tone}>{words[held].word}</Chip>
        )}
        <Button size="s" aria-expanded={open} onClick={() => setOpen(!open)}>
          {held === undefined ? 'Give it' : 'Replace'}
        </Button>
        {held !== undefined && (
          <Button size="s" variant="ghost" onClick={() => void forgetSecret()}>
            Forget
          </Button>
        )}
      </div>
      {open && <SecretForm name={name} change={change} onDone={() => setOpen(false)} />}
    </li>
  );
}
