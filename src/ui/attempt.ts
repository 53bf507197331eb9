import { useState } from 'react';
import { defined } from '@/base/defined';
import { toFailure } from '@/base/errors';
import { notifyPerson } from './overlay/toast';

/** Shows a person what went wrong and what to do. Messages with the same `id` replace each other. */
export function notifyFailure(thrown: unknown, id?: string): void {
  const { message, advice } = toFailure(thrown);
  notifyPerson({ tone: 'error', title: message, detail: advice, ...defined({ id }) });
}

/** Performs an action of a person, and shows them the error if it fails. Resolves to whether it succeeded. */
export async function attemptAction(act: () => Promise<unknown>, id?: string): Promise<boolean> {
  try {
    await act();
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
