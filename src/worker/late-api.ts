import type * as lateCode from './late-code';

/** Loads what the engine's worker does only when asked. Rejects if it cannot be fetched; the next call tries again. */
export const loadLateCode = (): Promise<typeof lateCode> => import('./late-code');

/** An API whose methods wait for its code, which is loaded by the first call. Errors: those of `open`. */
export function createLateApi<T extends object>(open: () => Promise<T>): T {
  let opened: T | undefined;
  return new Proxy({} as T, {
    get: (_target, name) => {
      // No promise: an async function may return it.
      if (name === 'then') return undefined;
      return async (...args: readonly unknown[]) => {
        opened ??= await open();
        const method: unknown = Reflect.get(opened, name);
        if (typeof method !== 'function') throw new TypeError(`There is no method “${String(name)}”.`);
        return Reflect.apply(method, opened, args);
      };
    },
  });
}
