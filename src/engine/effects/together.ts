import { createCancelledError } from '@/base/cancelled';
import { createChildAbort } from './child-abort';

/**
 * Runs functions in parallel until all are done. When one fails for good, the others are stopped, and it waits for
 * them. Throws the error of the first one to fail; `CANCELLED` if the parent was stopped.
 */
export async function runTogether<T>(
  parent: AbortSignal,
  works: readonly ((signal: AbortSignal) => Promise<T>)[],
): Promise<readonly T[]> {
  const [only, ...others] = works;
  if (only !== undefined && others.length === 0) return [await only(parent)];
  const rest = createChildAbort(parent);
  let failed: { readonly error: unknown } | undefined;
  const runOne = async (work: (typeof works)[number]) => {
    try {
      return await work(rest.signal);
    } catch (error) {
      failed ??= { error };
      rest.abort();
      return undefined;
    }
  };
  try {
    const results = await Promise.all(works.map(runOne));
    if (parent.aborted) throw createCancelledError('The run');
    if (failed !== undefined) throw (failed as { error: unknown }).error;
    return results as readonly T[];
  } finally {
    rest.release();
  }
}
