/** A signal that is aborted together with its parent, or alone. */
export interface ChildAbort {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops listening to the parent, which may live much longer. */
  release(): void;
}

/** Makes a {@link ChildAbort}. Call `release` when its work has ended. */
export function createChildAbort(parent: AbortSignal): ChildAbort {
  const controller = new AbortController();
  const abortChild = () => controller.abort();
  if (parent.aborted) abortChild();
  else parent.addEventListener('abort', abortChild);
  return {
    signal: controller.signal,
    abort: abortChild,
    release: () => parent.removeEventListener('abort', abortChild),
  };
}
