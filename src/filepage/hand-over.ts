import { handOverHash, isReadyToReceive, runMessage } from '@/share/hand-over-messages';
import type { RunInFile } from './open-shared-run';

/** How long the page that was opened may take until it asks for the run, in ms. */
const patience = 120_000;

/**
 * Opens Heddle, and gives it the run once that page asks for it. It opens nothing before the person there agrees. To be
 * called in a person’s action.
 */
export function handOver({ readFile, head }: RunInFile, address: string): void {
  const target = new URL(handOverHash, address);
  const opened = window.open(target);
  if (opened === null) return;
  const stop = new AbortController();
  setTimeout(() => stop.abort(), patience);
  addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source !== opened || origin !== target.origin || !isReadyToReceive(data)) return;
      stop.abort();
      void readFile().then((file) => opened.postMessage(runMessage(head.title, file), target.origin));
    },
    { signal: stop.signal },
  );
}
