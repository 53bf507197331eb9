import { type FormEvent, useState } from 'react';
import { defined } from '@/base/defined';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { unsavedMark } from '@/ui/overlay/unsaved';
import type { RunServer } from '@/worker/border/servers-api';
import { useApp } from '../app-context';
import styles from '../dialogs/form.module.css';
import { RememberFields } from '../dialogs/remember-fields';
import type { MakeChange } from '../dialogs/use-reloaded';

interface ServerFormProps {
  /** Undefined: a new one. */
  readonly server?: RunServer;
  readonly change: MakeChange;
  /** Called with what was saved. */
  readonly onSaved: (server: { readonly id: string; readonly address: string }) => Promise<void>;
  readonly onDone: () => void;
}

/** A form for a server of runs and its token. */
export function ServerForm({ server, change, onSaved, onDone }: ServerFormProps) {
  const { servers } = useApp();
  const [address, setAddress] = useState(server?.address ?? '');
  const [name, setName] = useState(server?.name ?? '');
  const [token, setToken] = useState('');
  const [passphrase, setPassphrase] = useState<string>();
  const [error, setError] = useState<string>();
  const hasToken = token.trim() !== '';
  const isWhole = address.trim() !== '' && !(hasToken && passphrase === '');
  const submitServer = async (event: FormEvent) => {
    event.preventDefault();
    let id = '';
    const failed = await change(async () => {
      const wish = { ...defined({ id: server?.id }), name, address };
      id = await servers.save(wish, hasToken ? token : undefined, hasToken ? passphrase : undefined);
    });
    if (failed !== undefined) return setError(failed);
    onDone();
    const [saved] = (await servers.list()).filter((one) => one.id === id);
    if (saved !== undefined) await onSaved(saved);
  };
  return (
    <form
      {...unsavedMark(token !== '' || address !== (server?.address ?? '') || name !== (server?.name ?? ''))}
      className={styles.form}
      onSubmit={(event) => void submitServer(event)}
    >
      {!server?.isOwn && (
        <div className={styles.pair}>
          <Field label="Address" error={error} hint="As heddle serve prints it, such as http://127.0.0.1:4400.">
            <TextInput mono autoFocus={server === undefined} value={address} onChange={setAddress} />
          </Field>
          <Field label="Name" hint="What you call it. Left out: its address.">
            <TextInput value={name} onChange={setName} />
          </Field>
        </div>
      )}
      <Field
        label="Token"
        hint="Made there with heddle token make --scope admin. None is needed as long as none was made."
        error={server?.isOwn ? error : undefined}
      >
        <TextInput type="password" mono value={token} onChange={setToken} />
      </Field>
      {hasToken && (
        <RememberFields
          passphrase={passphrase}
          onChange={setPassphrase}
          hint="The same as for keys. It is not stored: without it the token cannot be read."
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={!isWhole}>
          {server === undefined ? 'Connect' : 'Save'}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
