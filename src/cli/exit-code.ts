import type { Terminal } from './io';

/**
 * Exit codes of the process. `problems`: the document has errors, or the run failed; `usage`: the arguments make no
 * sense, or a file cannot be read; `paused`: the run can be resumed; `unwritten`: all is done, but the output could not
 * be written.
 */
export const exitCodes = { fine: 0, problems: 1, usage: 2, paused: 3, unwritten: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Prints why a command cannot do what was asked. */
export function printRefusal(io: Pick<Terminal, 'err'>, message: string): ExitCode {
  io.err.write(`heddle: ${message}\n`);
  return exitCodes.usage;
}
