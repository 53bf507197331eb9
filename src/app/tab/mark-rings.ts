import type { RunMark } from '@/run/line/run-mark';
import type { RingStatus } from '@/ui/display/status-ring';

const rings: { readonly [K in RunMark]: RingStatus } = {
  none: 'idle',
  asks: 'paused',
  failed: 'failed',
  running: 'running',
  stale: 'stale',
  done: 'ok',
};

/** The words for a mark, for who does not see it. */
export const markWords: { readonly [K in Exclude<RunMark, 'none'>]: string } = {
  asks: 'Waits for you',
  failed: 'Failed',
  running: 'Running',
  stale: 'Out of date',
  done: 'Done',
};

/** The ring that shows a mark. */
export function getMarkRing(mark: RunMark): RingStatus {
  return rings[mark];
}
