/** A signal that is aborted together with its parent, or alone. */
export interface ChildAbort {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops listening to the parent, which may live much longer. */
  release(): void;
}

/** Makes a {@link ChildAbort}. Call `release` when its work has ended. */
export function childAbort(parent: AbortSignal): ChildAbort {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, abort, release: () => parent.removeEventListener('abort', abort) };
}
