/** The outcome of something that can be refused for a reason that a person should read; bugs are thrown instead. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** The outcome of what was done. */
export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** The outcome of what was refused. */
export function err<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
