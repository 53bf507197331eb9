/** A request to one part of the page, which does it once. */
export interface Request<T> {
  /** Asks for it now. If the part is not shown, it is done once it is; only the last one counts. */
  send(what: T): void;
  /** Does what is asked for, and what still waits, until the answer is called. */
  serve(answer: (what: T) => void): () => void;
  /** Forgets what still waits. */
  drop(): void;
}

/** Makes a request that nobody serves yet. */
export function createRequest<T>(): Request<T> {
  let waiting: { readonly what: T } | undefined;
  let serving: ((what: T) => void) | undefined;
  return {
    send(what) {
      if (serving) serving(what);
      else waiting = { what };
    },
    serve(answer) {
      serving = answer;
      const first = waiting;
      waiting = undefined;
      if (first) answer(first.what);
      return () => {
        if (serving === answer) serving = undefined;
      };
    },
    drop() {
      waiting = undefined;
    },
  };
}
