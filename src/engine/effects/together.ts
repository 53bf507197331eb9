import { cancelled } from '@/base/cancelled';
import { childAbort } from './child-abort';

/**
 * Runs things at once, until all are done; when one fails for good, the others are stopped, and none is left behind.
 * Throws what the first one to fail threw; `CANCELLED` if the parent was stopped.
 */
export async function together<T>(
  parent: AbortSignal,
  things: readonly ((signal: AbortSignal) => Promise<T>)[],
): Promise<readonly T[]> {
  const [only, ...others] = things;
  if (only !== undefined && others.length === 0) return [await only(parent)];
  const rest = childAbort(parent);
  let failed: { readonly error: unknown } | undefined;
  const run = async (thing: (typeof things)[number]) => {
    try {
      return await thing(rest.signal);
    } catch (error) {
      failed ??= { error };
      rest.abort();
      return undefined;
    }
  };
  try {
    const results = await Promise.all(things.map(run));
    if (parent.aborted) throw cancelled('The run');
    if (failed !== undefined) throw (failed as { error: unknown }).error;
    return results as readonly T[];
  } finally {
    rest.release();
  }
}
