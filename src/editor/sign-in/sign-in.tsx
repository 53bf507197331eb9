import { useState } from 'react';
import { defined } from '@/base/defined';
import { useStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import { Chip, type ChipTone } from '@/ui/display/chip';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import styles from './sign-in.module.css';
import { type UsedSignIn, useSignIn } from './use-sign-in';

const going: { readonly [K in UsedSignIn['phase']]: string | undefined } = {
  none: undefined,
  asking: 'Asking the server where to sign in…',
  away: 'Sign in in the window that was opened.',
  closed: 'The window was closed, or its server hides it from this page. If it is still open, continue there.',
  ending: 'Getting the token…',
};

interface SignInProps {
  readonly server: string;
  /** The label; default: Sign-in. */
  readonly label?: string;
  /** Called after the person has signed in here. */
  readonly onSignedIn?: () => void;
}

/** The sign-in at an MCP server: its state, and buttons to sign in and out. The token stays in the worker. */
export function SignIn({ server, label = 'Sign-in', onSignedIn }: SignInProps) {
  const { view } = useStores();
  const used = useSignIn(server);
  const { state, phase, failure } = used;
  const [remembered, setRemembered] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [client, setClient] = useState({ id: '', secret: '' });
  if (state === undefined) return null;
  const { tone, word } = describeStanding(state);
  const isGoing = phase !== 'none' && phase !== 'closed';
  const isAsked = state.held === undefined || state.asks !== undefined;
  const needsClient = failure?.details?.['reason'] === 'client' || client.id !== '';
  const signIn = async () => {
    const { id, secret } = client;
    const own = id.trim() === '' ? undefined : { id: id.trim(), ...defined({ secret: secret || undefined }) };
    if (await used.signIn(remembered ? passphrase : undefined, own)) onSignedIn?.();
  };
  return (
    <section className={styles.signIn} aria-label={`${label} at ${server}`}>
      <div className={styles.row}>
        <span className={styles.label}>{label}</span>
        <Chip tone={tone}>{word}</Chip>
        <span className={styles.buttons}>
          {phase !== 'none' && (
            <Button size="s" variant="ghost" onClick={used.cancel}>
              Cancel
            </Button>
          )}
          {isAsked && (
            <Button size="s" disabled={isGoing || (remembered && passphrase === '')} onClick={signIn}>
              {state.asks === 'more' ? 'Sign in again' : 'Sign in'}
            </Button>
          )}
          {state.held === 'locked' && (
            <Button size="s" onClick={() => openDialog(view, { name: 'settings' })}>
              Unlock
            </Button>
          )}
          {state.held !== undefined && (
            <Button size="s" variant="ghost" onClick={() => void used.signOut()}>
              Sign out
            </Button>
          )}
        </span>
      </div>
      {isAsked && !isGoing && (
        <>
          <Checkbox
            label="Remember on this machine, encrypted with a passphrase"
            checked={remembered}
            onChange={setRemembered}
          />
          {remembered && (
            <Field
              label="Passphrase"
              hint="The same as for keys. It is not stored: without it the token cannot be read."
            >
              <TextInput type="password" value={passphrase} onChange={setPassphrase} />
            </Field>
          )}
          {needsClient && (
            <>
              <Field label="Client ID">
                <TextInput mono value={client.id} onChange={(id) => setClient({ ...client, id })} />
              </Field>
              <Field label="Client secret" hint="Only if it was given with the ID.">
                <TextInput
                  type="password"
                  mono
                  value={client.secret}
                  onChange={(secret) => setClient({ ...client, secret })}
                />
              </Field>
            </>
          )}
        </>
      )}
      <p className={styles.going} role="status">
        {going[phase]}
      </p>
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failure.message} {failure.advice}
        </p>
      )}
    </section>
  );
}

function describeStanding({ held, asks }: NonNullable<UsedSignIn['state']>): {
  readonly tone: ChipTone;
  readonly word: string;
} {
  if (held === 'locked') return { tone: 'paused', word: 'Signed in, locked' };
  if (asks === 'more') return { tone: 'paused', word: 'Asks for more' };
  if (asks === 'sign_in') return { tone: 'paused', word: 'Asks you to sign in' };
  if (held === 'in_memory') return { tone: 'ok', word: 'Signed in until the page is closed' };
  if (held === 'unlocked') return { tone: 'ok', word: 'Signed in, remembered' };
  return { tone: 'plain', word: 'Not signed in' };
}
