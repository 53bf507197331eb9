import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/ui/form/button';
import { unsavedMark } from '@/ui/overlay/unsaved';
import styles from './form.module.css';
import { RememberFields } from './remember-fields';
import type { MakeChange } from './use-reloaded';

interface KeptSecretlyProps {
  /** The noun after “Remember the”: `key`, `secret`. */
  readonly what: string;
  readonly passphraseHint: string;
  /** Whether the input is complete. */
  readonly ready: boolean;
  readonly change: MakeChange;
  /** Stores it: in memory, or with a passphrase encrypted on this machine. */
  readonly keep: (passphrase: string | undefined) => Promise<void>;
  readonly onDone: () => void;
  /** The fields for the secret value. `error` says why it was refused. */
  readonly children: (error: string | undefined) => ReactNode;
}

/** A form for something secret. It stays in memory, or encrypted on this machine if the person chooses so. */
export function KeptSecretly({ what, passphraseHint, ready, change, keep, onDone, children }: KeptSecretlyProps) {
  const [passphrase, setPassphrase] = useState<string>();
  const [error, setError] = useState<string>();
  const submitPassphrase = async (event: FormEvent) => {
    event.preventDefault();
    const failed = await change(() => keep(passphrase));
    if (failed === undefined) onDone();
    else setError(failed);
  };
  return (
    <form {...unsavedMark(ready)} className={styles.form} onSubmit={(event) => void submitPassphrase(event)}>
      {children(error)}
      <RememberFields passphrase={passphrase} onChange={setPassphrase} hint={passphraseHint} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={!ready || passphrase === ''}>
          {passphrase !== undefined ? `Remember the ${what}` : 'Use until the page is closed'}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
