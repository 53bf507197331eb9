import { useState } from 'react';
import { toFailure } from '@/base/errors';
import { closeNotice, notifyPerson } from './overlay/toast';

/** Shows a person what went wrong and what to do. Messages with the same `id` replace each other. */
export function notifyFailure(thrown: unknown, id?: string): void {
  const { message, advice } = toFailure(thrown);
  notifyPerson({ tone: 'error', title: message, detail: advice, id: id ?? message });
}

/** Shows why something was not done; done, it closes the message of an attempt before with the same `id`. */
export function notifyOutcome(id: string, title: string, failed: string | undefined): void {
  if (failed === undefined) closeNotice(id);
  else notifyPerson({ tone: 'error', id, title, detail: failed });
}

/** Performs an action of a person, and shows them the error if it fails. Resolves to whether it succeeded. */
export async function attemptAction(act: () => Promise<unknown>, id?: string): Promise<boolean> {
  try {
    await act();
    if (id !== undefined) closeNotice(id);
    return true;
  } catch (error) {
    notifyFailure(error, id);
    return false;
  }
}

/** Like {@link attempt}, for a button that waits: `busy` while the action is in progress. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const startAttempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      return await attemptAction(act);
    } finally {
      setBusy(false);
    }
  };
  return { busy, start: startAttempt };
}
