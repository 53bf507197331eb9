import { serveMcpStdio } from '@/serve/mcp/serve-mcp-stdio';
import { createServeLog } from '@/serve/serve-log';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { findServedFolder, openServed } from '../serve/open-served';
import { findFlagProblem, parseLimits, type WorldFlags } from '../serve/serve-flags';

/** Serves the workflows of a folder as tools over standard input and output, until the input ends. */
export async function serveMcp(args: readonly string[], flags: WorldFlags, io: Io): Promise<ExitCode> {
  const folder = findServedFolder(io, args);
  if (!folder.ok) return printRefusal(io, folder.error);
  const problem = findFlagProblem(flags);
  if (problem !== undefined) return printRefusal(io, problem);
  const limits = parseLimits(flags);
  if (!limits.ok) return printRefusal(io, limits.error);
  const log = createServeLog({ write: (line) => io.err.write(line) });
  const open = await openServed(io, folder.value, flags, limits.value, log);
  if (!open.ok) return printRefusal(io, open.error);
  const { served, close } = open.value;
  try {
    const ended = new Promise<void>((resolve) => {
      io.machine.onStop(resolve);
      process.stdin.once('end', resolve).once('close', resolve);
    });
    const server = serveMcpStdio({
      ...served,
      pageFolder: undefined,
      origins: [],
      hostNames: undefined,
      isOpen: false,
    });
    server.runs.resumeUnfinished().then(
      (runs) => runs.length > 0 && log.info({ runs }, 'resumed'),
      () => log.error({}, 'What had not ended could not be resumed.'),
    );
    await ended;
    await server.close();
    // What does not let go is not waited for.
    setTimeout(() => process.exit(exitCodes.fine), 1000).unref();
    return exitCodes.fine;
  } finally {
    close();
  }
}
