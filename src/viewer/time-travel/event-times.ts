import type { RunEvent } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import type { Runner } from '@/run/runner';

/** When an event happened, in ms since 1970. */
export interface TimedEvent {
  readonly seq: number;
  readonly at: number;
}

/** This many events are read at once, and a log of no more is read whole. */
const fewEvents = 1000;
/** In a longer log, this many evenly spread events are read as samples. */
const samples = 48;

/**
 * The times of events of a run: all of a short log, samples of a long one, so that the cost does not depend on its
 * length.
 */
export async function readTimes(
  runner: Pick<Runner, 'readEvents'>,
  executionId: string,
  lastSeq: number,
): Promise<readonly TimedEvent[]> {
  if (lastSeq <= fewEvents) return (await runner.readEvents(executionId, 1, fewEvents)).map(createTimedEvent);
  const wanted = Array.from({ length: samples + 1 }, (_, index) =>
    Math.max(1, Math.round((lastSeq * index) / samples)),
  );
  const read = await Promise.all(wanted.map((seq) => runner.readEvents(executionId, seq, 1)));
  return read.flat().map(createTimedEvent);
}

function createTimedEvent({ seq, t }: RunEvent): TimedEvent {
  return { seq, at: parseIsoTime(t) };
}

/** The number of the first event not before a time, interpolated between the known ones; may be a fraction. */
export function interpolateSeq(times: readonly TimedEvent[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  if (after === undefined) return before?.seq ?? 1;
  if (before === undefined || after.seq === before.seq + 1) return after.seq;
  return before.seq + ((after.seq - before.seq) * (at - before.at)) / (after.at - before.at);
}
