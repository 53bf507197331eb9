import { useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import type { GivenClient, SignInState } from '@/run/sign-ins';
import { useStores } from '@/state/context';
import { getReturnAddress, openSignInWindow } from './sign-in-window';
import { useSignInStates } from './use-sign-in-states';

/** The progress of a sign-in. `closed`: its window was closed, or cannot be observed. */
type Phase = 'none' | 'asking' | 'away' | 'closed' | 'ending';

/** The sign-in at a server, with actions to sign in and out. */
export interface UsedSignIn {
  /** Undefined until it is known, and for text that is not an address. */
  readonly state: SignInState | undefined;
  readonly phase: Phase;
  readonly failure: Failure | undefined;
  /** Call it in a click; otherwise the browser blocks the window. Resolves to whether the person is signed in now. */
  signIn(passphrase: string | undefined, client: GivenClient | undefined): Promise<boolean>;
  cancel(): void;
  signOut(): Promise<void>;
}

const blocked: Failure = {
  code: 'TASK_FAILURE',
  message: 'The browser did not open a window to sign in.',
  advice: 'Allow pop-ups for this page, and sign in again.',
  retryable: false,
};

/** The state of the sign-in at a server. */
export function useSignIn(server: string): UsedSignIn {
  const { signIns } = useStores().services;
  const states = useSignInStates();
  const [name, setName] = useState<string>();
  const [phase, setPhase] = useState<Phase>('none');
  const [failure, setFailure] = useState<Failure>();
  const attempt = useRef(new AbortController());

  useEffect(() => {
    let isCurrent = true;
    setFailure(undefined);
    signIns.nameOf(server).then(
      (known) => isCurrent && setName(known),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [signIns, server]);

  async function signIn(passphrase: string | undefined, client: GivenClient | undefined): Promise<boolean> {
    attempt.current.abort();
    attempt.current = new AbortController();
    const { signal } = attempt.current;
    const opened = openSignInWindow();
    setFailure(opened === undefined ? blocked : undefined);
    if (opened === undefined) return false;
    try {
      setPhase('asking');
      const { url, state } = await signIns.begin(server, getReturnAddress(), client);
      if (signal.aborted) {
        opened.close();
        return false;
      }
      opened.show(url);
      setPhase('away');
      const answer = await opened.answer(state, () => setPhase('closed'), signal);
      setPhase('ending');
      await signIns.finish(state, answer, passphrase);
      setPhase('none');
      return true;
    } catch (error) {
      opened.close();
      if (signal.aborted) return false;
      setFailure(toFailure(error));
      setPhase('none');
      return false;
    }
  }

  return {
    state: name === undefined || states === undefined ? undefined : (states[name] ?? {}),
    phase,
    failure,
    signIn,
    cancel() {
      attempt.current.abort();
      setPhase('none');
    },
    async signOut() {
      setFailure(undefined);
      await signIns.forget(server).catch((error: unknown) => setFailure(toFailure(error)));
    },
  };
}
