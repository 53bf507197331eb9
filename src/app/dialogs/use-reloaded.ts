import { useCallback, useEffect, useState } from 'react';
import { closeSentence } from '@/base/closed-sentence';
import { toFailure } from '@/base/errors';

/** Makes a change and resolves to its error in words, or undefined. */
export type MakeChange = (make: () => Promise<unknown>) => Promise<string | undefined>;

/** A value read from the worker. It is read again after each change made with `change`. */
export function useReloaded<T>(read: () => Promise<T>): {
  readonly value: T | undefined;
  readonly change: MakeChange;
} {
  const [value, setValue] = useState<T>();
  const load = useCallback(async () => setValue(await read()), [read]);
  const change = useCallback<MakeChange>(
    async (make) => {
      try {
        await make();
        await load();
        return undefined;
      } catch (error) {
        const { message, advice } = toFailure(error);
        return advice === undefined ? message : `${closeSentence(message)} ${advice}`;
      }
    },
    [load],
  );
  useEffect(() => {
    void load();
  }, [load]);
  return { value, change };
}
