/** After this long without typing, the next key begins a new step of the history. Milliseconds. */
const pause = 1000;

/** Parts what is typed into bursts, each of which is one step of the history. */
export interface TypingBursts {
  /** The mark of what was just typed, at a time in milliseconds. A line break ends its burst. */
  mark(inserted: string, time: number): string;
  /** Ends the burst: something else happened in between. */
  end(): void;
}

/** Starts to count. The marks of two calls differ from each other. */
export function createTypingBursts(): TypingBursts {
  const session = crypto.randomUUID();
  let burst = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    mark(inserted, time) {
      if (time - last > pause) burst += 1;
      last = inserted.includes('\n') ? Number.NEGATIVE_INFINITY : time;
      return `code:${session}:${burst}`;
    },
    end() {
      last = Number.NEGATIVE_INFINITY;
    },
  };
}
