import { hashText } from '@/base/hash';
import type { ExitCode } from '../exit-code';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';

/** How often files are looked at, in ms. */
const pollMs = 400;
/** The most bytes of a file that are looked at. */
const mostBytes = 200 * 2 ** 20;

/**
 * Runs work, and again after each change of a file that it read, until the person stops it. The files are read and
 * compared, because events of a file system differ between systems and are missing over networks.
 */
export async function watchTests(io: Io, work: (io: Io) => Promise<ExitCode>): Promise<ExitCode> {
  const stop = new AbortController();
  const stopListening = io.machine.onStop(() => stop.abort());
  const files = new Set<string>();
  const noted: Io = {
    ...io,
    read: (file, most) => {
      files.add(file);
      return io.read(file, most);
    },
    readRegular: (file, most) => {
      files.add(file);
      return io.readRegular(file, most);
    },
  };
  const hashFiles = async () => {
    const hashes: string[] = [];
    for (const file of files) {
      const bytes = await io.readRegular(file, mostBytes).catch(() => undefined);
      hashes.push(bytes === undefined ? '' : hashText(new TextDecoder().decode(bytes)));
    }
    return hashes.join(' ');
  };
  try {
    for (;;) {
      const code = await work(noted);
      if (stop.signal.aborted) return code;
      const before = await hashFiles();
      io.err.write('Watching for changes. Ctrl+C ends it.\n');
      while ((await hashFiles()) === before) {
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
