import { findClosest } from '@/base/did-you-mean';
import { AppError } from '@/base/errors';
import { commands } from './commands';
import { type ExitCode, exitCodes, printRefusal } from './exit-code';
import { buildCodeHelp, buildCommandHelp, buildGeneralHelp } from './help';
import type { OpenMachine, Terminal } from './io';
import { formatSentence } from './sentence';

/** Performs the command in the arguments. `version` is that of the package. */
export async function runCommandLine(
  args: readonly string[],
  io: Terminal,
  openMachine: OpenMachine,
  version: string,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined) {
    io.err.write(buildGeneralHelp());
    return exitCodes.usage;
  }
  if (name === '--version' || name === '-V') return printText(io, `${version}\n`);
  if (name === 'help' || name === '--help' || name === '-h') return printHelp(io, rest[0]);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return printRefusal(io, describeUnknown(name));
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length);
  if (options.includes('--help') || options.includes('-h')) return printHelp(io, name);
  try {
    return awaitOutput(io, await command.run(rest, io, openMachine));
  } catch (error) {
    if (error instanceof AppError) return printRefusal(io, formatSentence(error));
    throw error;
  }
}

async function printHelp(io: Terminal, name: string | undefined): Promise<ExitCode> {
  if (name === undefined) return printText(io, buildGeneralHelp());
  const codeHelp = /^HED\d{3}$/i.test(name) ? await buildCodeHelp(name) : undefined;
  if (codeHelp !== undefined) return printText(io, codeHelp);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command === undefined
    ? printRefusal(io, describeUnknown(name))
    : printText(io, buildCommandHelp(name, command));
}

/** The exit code of a command whose output may not have been written. A reason of its own to fail comes first. */
async function awaitOutput(io: Terminal, code: ExitCode): Promise<ExitCode> {
  await io.out.written?.();
  if (io.out.failure === undefined || code !== exitCodes.fine) return code;
  io.err.write(`heddle: The output could not be written: ${io.out.failure}\n`);
  return exitCodes.unwritten;
}

function printText(io: Terminal, text: string): Promise<ExitCode> {
  io.out.write(text);
  return awaitOutput(io, exitCodes.fine);
}

function describeUnknown(name: string): string {
  const guess = findClosest(name, Object.keys(commands));
  const advice = guess === undefined ? 'heddle help lists them all.' : `Did you mean ${guess}?`;
  return name.startsWith('-') ? `Unknown option '${name}'.` : `Unknown command '${name}'. ${advice}`;
}
