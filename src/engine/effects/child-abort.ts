/** A signal that is aborted with its parent's, or alone. */
export interface ChildAbort {
  readonly signal: AbortSignal;
  abort(): void;
  /** Lets go of the parent, which may live much longer. */
  release(): void;
}

/** Makes a {@link ChildAbort}. Call `release` when what it is for has ended. */
export function childAbort(parent: AbortSignal): ChildAbort {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, abort, release: () => parent.removeEventListener('abort', abort) };
}
