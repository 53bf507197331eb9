import { hashText } from '@/base/hash';
import type { ExitCode } from '../exit-code';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';

/** How often files are looked at, in ms. */
const pollMs = 400;

/**
 * Runs work, and again after each change of a file that it read, also of one that changed while it ran, until the
 * person stops it. The files are read and compared, because events of a file system differ between systems and are
 * missing over networks.
 */
export async function watchTests(io: Io, work: (io: Io) => Promise<ExitCode>): Promise<ExitCode> {
  const stop = new AbortController();
  const stopListening = io.machine.onStop(() => stop.abort());
  /** What was in each file when it was read first, and how much of it was read; empty: it could not be read. */
  const seen = new Map<string, { readonly hash: string; readonly most: number }>();
  const noteFile = async (file: string, most: number, reading: Promise<Uint8Array>): Promise<Uint8Array> => {
    // A stream is read once.
    if (seen.has(file) || file === '-' || file.startsWith('/dev/')) return reading;
    seen.set(file, { hash: '', most });
    const bytes = await reading;
    seen.set(file, { hash: hashBytes(bytes), most });
    return bytes;
  };
  const noted: Io = {
    ...io,
    read: (file, most) => noteFile(file, most, io.read(file, most)),
    readRegular: (file, most) => noteFile(file, most, io.readRegular(file, most)),
  };
  const hasChanged = async () => {
    for (const [file, { hash, most }] of seen) {
      const bytes = await io.readRegular(file, most).catch(() => undefined);
      if ((bytes === undefined ? '' : hashBytes(bytes)) !== hash) return true;
    }
    return false;
  };
  try {
    for (;;) {
      seen.clear();
      const code = await work(noted);
      if (stop.signal.aborted) return code;
      io.err.write('Watching for changes. Ctrl+C ends it.\n');
      while (!(await hasChanged())) {
        const isOver = await nodeClock.sleep(pollMs, stop.signal).then(
          () => false,
          () => true,
        );
        if (isOver) return code;
      }
    }
  } finally {
    stopListening();
  }
}

function hashBytes(bytes: Uint8Array): string {
  return hashText(new TextDecoder().decode(bytes));
}
