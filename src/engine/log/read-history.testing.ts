import type { RunEvent } from '@/run/events';
import { RunHistoryFold } from './history-fold';
import type { RunHistory } from './run-history';

/** Reads the whole log of a run. Throws like {@link RunHistoryFold.apply}. */
export function readHistory(events: readonly RunEvent[], planHash: string): RunHistory {
  const fold = new RunHistoryFold({ planHash });
  for (const event of events) fold.apply(event);
  return fold.history();
}
