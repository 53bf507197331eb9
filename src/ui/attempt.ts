import { useState } from 'react';
import { toFailure } from '@/base/errors';
import { notify } from './overlay/toast';

/** Tells a person what stood in the way, and what to do. Messages of one `id` replace each other. */
export function notifyFailure(thrown: unknown, id?: string): void {
  const { message, advice } = toFailure(thrown);
  notify({ tone: 'error', title: message, detail: advice, ...(id !== undefined && { id }) });
}

/** Does what a person asks for, and tells them if it fails. Whether it succeeded. */
export async function attempt(act: () => Promise<unknown>, id?: string): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    notifyFailure(error, id);
    return false;
  }
}

/** As {@link attempt}, for a button that waits: `busy` while something is done. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const start = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      return await attempt(act);
    } finally {
      setBusy(false);
    }
  };
  return { busy, start };
}
