import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { toFailure } from '@/base/errors';
import type { EventPage } from '@/run/event-query';
import type { EventOf, RunEvent } from '@/run/events';
import type { RunJournal } from '@/storage/run-journal';
import type { OutputFolder } from '../io';
import { formatSentence } from '../sentence';

type Stored = EventOf<'output.stored'>;

interface KeepOptions {
  readonly executionId: string;
  readonly journal: RunJournal;
  readonly folder: OutputFolder;
  /** Called with the reason if a file could not be written. The run continues. */
  readonly warn: (text: string) => void;
}

/** Writes the outputs that a run stores as files into its folder, while it runs. */
export interface StoredKeeper {
  events(batch: readonly RunEvent[]): void;
  /**
   * Writes the outputs that earlier processes stored without writing a file. Resolves once it is known which ones these
   * are.
   */
  before(): Promise<void>;
  /** Resolves once all are written. */
  done(): Promise<void>;
}

/** Writes one file after another, so that memory use stays small however many are stored at once. */
export function createStoredKeeper(options: KeepOptions): StoredKeeper {
  let last: Promise<void> = Promise.resolve();
  const each = (events: readonly RunEvent[], work: (event: Stored) => Promise<void>) => {
    for (const event of events) {
      if (event.kind !== 'output.stored') continue;
      last = last.then(() =>
        work(event).catch((error: unknown) => {
          options.warn(
            `The output ${event.data.file} could not be kept as a file. ${formatSentence(toFailure(error))}`,
          );
        }),
      );
    }
  };
  return {
    events: (batch) => each(batch, (event) => keepOutput(options, event)),
    before: async () => each(await listMissing(options), (event) => keepOutput(options, event)),
    done: () => last,
  };
}

/**
 * How many events to search backwards. Files are written while a run is active, so after a crash only the last may be
 * missing.
 */
const lookedBack = 10_000;

/**
 * Outputs without a file, in the order of the log. Files are written in that order, so the newest existing file ends
 * the search.
 */
async function listMissing({ executionId, journal, folder }: KeepOptions): Promise<readonly Stored[]> {
  const found: Stored[] = [];
  const filter = { kinds: ['output.stored'] } as const;
  let from: number | null = Number.MAX_SAFE_INTEGER;
  let last: number | undefined;
  while (from !== null) {
    const query = { filter, from, direction: 'backward', limit: 100 } as const;
    const page: EventPage = await journal.events.find(executionId, query);
    for (const event of page.events) {
      if (event.kind !== 'output.stored') continue;
      if (await folder.has(event.data.file)) return found.reverse();
      found.push(event);
    }
    last ??= page.next ?? undefined;
    if (last !== undefined && page.next !== null && last - page.next >= lookedBack) break;
    from = page.next;
  }
  return found.reverse();
}

async function keepOutput({ executionId, journal, folder }: KeepOptions, { ref = '', data }: Stored): Promise<void> {
  const pages = await journal.blobs.stream(executionId, ref);
  // The output was pruned already, so there is nothing to write.
  if (pages === undefined) return;
  const packed = data.file.endsWith('.gz');
  const file = await journal.payloadFile(executionId, ref);
  const isOfForm = file !== undefined && file.endsWith('.gz') === packed;
  await folder.write(data.file, {
    file: isOfForm ? file : undefined,
    pages: () => (packed ? unzipPages(pages) : pages),
  });
}

/** An error of either stream appears where the result is read. */
function unzipPages(pages: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(pages, createGzip(), () => {});
}
