import { listStdioServers } from '@/engine/tools/stdio-servers';
import type { Plan } from '@/plan/plan';
import { type ExitCode, exitCodes } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import type { RunFlags } from './run-wishes';

/**
 * Refuses a run that may start servers over stdio but is not allowed to start processes, before anything is called or
 * paid. The exit code is that of a run whose scripts fail.
 */
export function refuseServers(
  io: Io,
  plan: Plan,
  { simulate = false, 'allow-scripts': allowed = false }: RunFlags,
): ExitCode | undefined {
  const servers = simulate || allowed ? [] : listStdioServers(plan);
  if (servers.length === 0) return undefined;
  for (const { taskPath, tool, command } of servers) {
    io.err.write(
      `heddle: ${formatPlainLine(`The tool ${tool} of ${taskPath} starts ${command}, a server over stdio.`)}\n`,
    );
  }
  io.err.write('heddle: Read what they do, then run with --allow-scripts: they may do on this machine what you may.\n');
  return exitCodes.problems;
}
