import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { toFailure } from '@/base/errors';
import type { EventOf, RunEvent } from '@/run/events';
import type { RunJournal } from '@/storage/run-journal';
import type { OutputFolder } from '../io';
import { sentence } from '../sentence';

type Stored = EventOf<'output.stored'>;

interface KeepOptions {
  readonly executionId: string;
  readonly journal: RunJournal;
  readonly folder: OutputFolder;
  /** Told why a file could not be made. The run goes on. */
  readonly warn: (text: string) => void;
}

/** Makes the outputs that a run stores apart files in its folder, as it goes. */
export interface StoredKeeper {
  events(batch: readonly RunEvent[]): void;
  /** Makes those that earlier processes stored and left no file of. */
  before(events: readonly RunEvent[]): void;
  /** Resolves once all are made. */
  done(): Promise<void>;
}

/** One file after the other is made, so that however many are stored at once little is held. */
export function createStoredKeeper(options: KeepOptions): StoredKeeper {
  let last: Promise<void> = Promise.resolve();
  const each = (events: readonly RunEvent[], work: (event: Stored) => Promise<void>) => {
    for (const event of events) {
      if (event.kind !== 'output.stored') continue;
      last = last.then(() =>
        work(event).catch((error: unknown) => {
          options.warn(`The output ${event.data.file} could not be kept as a file. ${sentence(toFailure(error))}`);
        }),
      );
    }
  };
  return {
    events: (batch) => each(batch, (event) => keep(options, event)),
    before: (events) =>
      each(events, async (event) => {
        if (!(await options.folder.has(event.data.file))) await keep(options, event);
      }),
    done: () => last,
  };
}

async function keep({ executionId, journal, folder }: KeepOptions, { ref = '', data }: Stored): Promise<void> {
  const pages = await journal.blobs.stream(executionId, ref);
  // Pruned already: nothing can be made of it.
  if (pages === undefined) return;
  const packed = data.file.endsWith('.gz');
  const file = await journal.payloadFile(executionId, ref);
  const isOfForm = file !== undefined && file.endsWith('.gz') === packed;
  await folder.write(data.file, {
    file: isOfForm ? file : undefined,
    pages: () => (packed ? gzipped(pages) : pages),
  });
}

/** A failure of either shows where it is read. */
function gzipped(pages: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(pages, createGzip(), () => {});
}
