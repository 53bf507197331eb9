import { createMark } from '@/state/edit-history';

/** After this pause without typing, in ms, the next key begins a new step of the edit history. */
const burstPauseMs = 1000;

/** Groups typing into bursts. Each burst is one step of the edit history. */
export interface TypingBursts {
  /** The mark of text typed at a time in ms. A line break ends its burst. */
  mark(inserted: string, time: number): string;
  /** Ends the burst because something else happened. */
  end(): void;
}

/** Groups the typing in one editor. */
export function createTypingBursts(): TypingBursts {
  let burst = '';
  let last = Number.NEGATIVE_INFINITY;
  return {
    mark(inserted, time) {
      if (time - last > burstPauseMs) burst = createMark();
      last = inserted.includes('\n') ? Number.NEGATIVE_INFINITY : time;
      return burst;
    },
    end() {
      last = Number.NEGATIVE_INFINITY;
    },
  };
}
