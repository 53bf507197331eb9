import { type ExitCode, exitCodes, printRefusal } from './exit-code';
import { explainFsError } from './explain-fs-error';
import type { Io } from './io';

/** Writes a text to a file, as a whole or not at all; `-` is standard output. Resolves to the exit code. */
export async function writeResult(out: string, text: string, io: Io): Promise<ExitCode> {
  if (out === '-') {
    io.out.write(text);
    return exitCodes.fine;
  }
  try {
    await io.write(out, text);
    return exitCodes.fine;
  } catch (error) {
    return printRefusal(io, `${out}: ${explainFsError(error)}`);
  }
}
