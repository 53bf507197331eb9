import { createCancelledError } from '@/base/cancelled';

/** Lets the worker answer what it was asked meanwhile. Rejects with `CANCELLED` after the signal. */
export async function letWorkerAnswer(
  signal: AbortSignal,
  what: Parameters<typeof createCancelledError>[0],
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (signal.aborted) throw createCancelledError(what);
}
