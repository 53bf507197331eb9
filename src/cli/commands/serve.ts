import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listenForRequests } from '@/serve/listen';
import { createServeApp } from '@/serve/serve-app';
import { createServeLog } from '@/serve/serve-log';
import { isLoopback } from '@/tools/oauth/oauth-address';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { buildTokenFilePath, findServedFolder, openServed } from '../serve/open-served';
import { findFlagProblem, parseLimits, parsePort, type ServeFlags } from '../serve/serve-flags';
import { connectMachines } from '../serve/served-machines';

/** Serves the workflows of a folder until the process is asked to stop. */
export async function serveFolder(args: readonly string[], flags: ServeFlags, io: Io): Promise<ExitCode> {
  const folder = findServedFolder(io, args);
  if (!folder.ok) return printRefusal(io, folder.error);
  const problem = findFlagProblem(flags);
  if (problem !== undefined) return printRefusal(io, problem);
  const [limits, port] = [parseLimits(flags), parsePort(flags.port)];
  if (!limits.ok) return printRefusal(io, limits.error);
  if (!port.ok) return printRefusal(io, port.error);
  const host = flags.host ?? '127.0.0.1';
  const log = createServeLog({ write: (line) => io.err.write(line) });
  const open = await openServed(io, folder.value, flags, limits.value, log);
  if (!open.ok) return printRefusal(io, open.error);
  const { served, store, isShared, close } = open.value;
  try {
    const machines = await connectMachines(flags, isShared, log);
    if (!machines.ok) return printRefusal(io, machines.error);
    const name = host.includes(':') ? `[${host}]` : host;
    const isLocal = isLoopback(name);
    if (!isLocal && (await served.tokens.all()) === undefined) {
      return printRefusal(
        io,
        `On ${host} others reach the server, so it needs tokens (${buildTokenFilePath(folder.value)}). Make one first: heddle token make --scope read,run`,
      );
    }
    const names = flags['allow-host'] ?? [];
    const own = ['127.0.0.1', 'localhost', '[::1]', name];
    const app = createServeApp({
      ...served,
      machines: machines.value,
      pageFolder: findPageFolder(),
      origins: flags['allow-origin'] ?? [],
      hostNames: isLocal ? [...own, ...names] : names.length > 0 ? names : undefined,
      isOpen: isLocal,
    });
    const server = await listenForRequests(app, { host, port: port.value, limits: limits.value }).catch(
      (error: Error) => error,
    );
    if (server instanceof Error) return printRefusal(io, `Port ${port.value} of ${host}: ${server.message}`);
    const joined = await app.runs.join().catch((error: Error) => error);
    if (joined instanceof Error) {
      await server.close();
      return printRefusal(io, `The port for Restate: ${joined.message}`);
    }
    const stopped = new Promise<void>((resolve) => io.machine.onStop(resolve));
    log.info({ url: server.url, store, open: isLocal && (await served.tokens.all()) === undefined }, 'serving');
    io.out.write(`Heddle serves ${folder.value} at ${server.url}\n`);
    app.runs.resumeUnfinished().then(
      (runs) => runs.length > 0 && log.info({ runs }, 'resumed'),
      () => log.error({}, 'What had not ended could not be resumed.'),
    );
    await stopped;
    log.info({ runs: app.runs.active }, 'stopping');
    await server.close();
    log.info({}, 'stopped');
    // What does not let go is not waited for.
    setTimeout(() => process.exit(exitCodes.fine), 1000).unref();
    return exitCodes.fine;
  } finally {
    close();
  }
}

/** The built page: in the folder that the folder of the command line is in; undefined: there is none. */
function findPageFolder(): string | undefined {
  const places = ['../', '../../'].map((path) => new URL(path, import.meta.url));
  const place = places.find((one) => existsSync(new URL('index.html', one)) && existsSync(new URL('assets', one)));
  return place && fileURLToPath(place);
}
