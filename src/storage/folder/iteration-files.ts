import { buildIteration, createIterationMatcher, type IterationLog, type IterationPage } from '@/run/iteration-log';
import type { IterationStore } from '../stores';
import { performOnLog } from './event-files';
import type { Numbered } from './log-line';
import type { LogParts } from './log-parts';
import { parseSoundEvent, readSoundLines } from './read-log';
import { readRemovedIterations, removeIterations } from './removed-iterations';
import { runFolder } from './run-folder';

/** Below this many events, the binary search becomes a linear one. */
const near = 250;
/** The most iterations that one search examines. */
const searched = 2000;
const kinds = ['iteration.logged'] as const;
const idForm = /^(.+)-iter-(\d+)$/;

/**
 * Iterations, read from the log: they are events of it, so they cannot be deleted from it. Removing the iterations of a
 * run marks the event up to which they no longer count; the log does not change.
 */
export function createIterationFiles(root: string, open: (executionId: string) => LogParts): IterationStore {
  const readRemoved = (id: string) => readRemovedIterations(runFolder(root, id).iterations);
  return {
    find: (id, query) =>
      performOnLog(open, id, async (log) => {
        const forward = query.direction === 'forward';
        const first = readRemoved(id) + 1;
        const from = query.from ?? (forward ? 1 : Number.POSITIVE_INFINITY);
        // Backward, the search starts at the last event before the next ordinal.
        const begin = await findFirstOfOrdinal(id, log, forward ? from : from + 1);
        const matches = createIterationMatcher(query);
        const iterations: IterationLog[] = [];
        let examined = 0;
        const start = forward ? Math.max(begin, first) : begin - 1;
        for await (const iteration of readIterations(id, log, start, query.direction)) {
          if (iteration.seq < first) break;
          if (iterations.length === query.limit || examined === searched)
            return createPage(iterations, iteration.ordinal);
          examined += 1;
          if (matches(iteration)) iterations.push(iteration);
        }
        return createPage(iterations, null);
      }),
    get: async (iterationId) => {
      const [, id = '', ordinal = ''] = idForm.exec(iterationId) ?? [];
      if (id === '') return undefined;
      return performOnLog(open, id, async (log) => {
        const begin = Math.max(await findFirstOfOrdinal(id, log, Number(ordinal)), readRemoved(id) + 1);
        for await (const found of readIterations(id, log, begin, 'forward')) {
          return found.id === iterationId ? found : undefined;
        }
        return undefined;
      });
    },
    remove: (id) =>
      performOnLog(open, id, async (log) => {
        let count = 0;
        for await (const _ of readIterations(id, log, readRemoved(id) + 1, 'forward')) count += 1;
        if (count > 0) removeIterations(runFolder(root, id).iterations, log.last);
        return count;
      }),
  };
}

function createPage(iterations: readonly IterationLog[], next: number | null): IterationPage {
  return { iterations, next };
}

/** The iterations in the events from number `from` on, in either direction. */
async function* readIterations(
  id: string,
  log: LogParts,
  from: number,
  direction: 'forward' | 'backward',
): AsyncGenerator<IterationLog> {
  for await (const { value } of readSoundLines(log, { from, direction, kinds })) {
    const iteration = parseIteration(id, value);
    if (iteration !== undefined) yield iteration;
  }
}

function parseIteration(id: string, value: Numbered): IterationLog | undefined {
  if (!('kind' in value) || value.kind !== 'iteration.logged') return undefined;
  const event = parseSoundEvent(id, value);
  return event?.kind === 'iteration.logged' ? buildIteration(id, event) : undefined;
}

/**
 * Number of the first event of an iteration with this ordinal or a higher one, or one more than the last event of the
 * log. Uses binary search, because ordinals increase with the log: little is read of a long log if its iterations are
 * close together.
 */
async function findFirstOfOrdinal(id: string, log: LogParts, ordinal: number): Promise<number> {
  let [low, high] = [1, log.last + 1];
  if (ordinal <= 1) return low;
  if (ordinal === Number.POSITIVE_INFINITY) return high;
  while (high - low > near) {
    const middle = low + Math.floor((high - low) / 2);
    const found = await findFirstBefore(id, log, middle, high);
    if (found !== undefined && found.ordinal < ordinal) low = found.seq + 1;
    else high = middle;
  }
  for await (const { seq, ordinal: each } of readIterations(id, log, low, 'forward')) if (each >= ordinal) return seq;
  return log.last + 1;
}

/** The first iteration among the events in [from, to). */
async function findFirstBefore(id: string, log: LogParts, from: number, to: number): Promise<IterationLog | undefined> {
  for await (const { value } of readSoundLines(log, { from, direction: 'forward', kinds })) {
    if (value.seq >= to) return undefined;
    const found = parseIteration(id, value);
    if (found !== undefined) return found;
  }
  return undefined;
}
