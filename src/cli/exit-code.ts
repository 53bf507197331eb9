import type { Io } from './io';

/**
 * What a process ends with. `problems`: the document has errors, or the run failed; `usage`: what was asked for makes
 * no sense or cannot be read; `paused`: the run goes on when it is resumed.
 */
export const exitCodes = { fine: 0, problems: 1, usage: 2, paused: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Says why a command does not do what it was asked for. */
export function printRefusal(io: Io, message: string): ExitCode {
  io.err.write(`heddle: ${message}\n`);
  return exitCodes.usage;
}
