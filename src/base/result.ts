/** The result of something that can be refused for a reason that a person should read; bugs are thrown instead. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** The result of a success. */
export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** The result of a refusal. */
export function err<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
