import { setImmediate } from 'node:timers/promises';
import type { RunEvent } from '@/run/events';
import { advanceHead, type RunHead } from '@/run/run-head';
import type { LogParts } from './log-parts';
import { parseSoundEvent, readSoundLines } from './read-log';
import { readStanding } from './standing';

/** Events folded at once. */
const batch = 1000;

/**
 * The current head of a run: the newest head that was written down, with the events after it. Damaged heads and events
 * are skipped, so that the run can still be listed and repaired. Throws `NEWER_VERSION`.
 */
export async function computeStanding(id: string, created: RunHead, standing: string, log: LogParts): Promise<RunHead> {
  let head = readStanding(standing).find(({ lastSeq }) => lastSeq <= log.last) ?? created;
  let events: RunEvent[] = [];
  for await (const { value } of readSoundLines(log, { from: head.lastSeq + 1, direction: 'forward' })) {
    const event = parseSoundEvent(id, value);
    if (event !== undefined) events.push(event);
    if (events.length < batch) continue;
    head = advanceHead(head, events);
    events = [];
    // Other work gets a turn while a long log is read.
    await setImmediate();
  }
  return advanceHead(head, events);
}
