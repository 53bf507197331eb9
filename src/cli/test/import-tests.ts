import { dirname, resolve } from 'node:path';
import { formatCount } from '@/base/figures';
import { readPromptfooTests } from '@/formats/promptfoo/read-promptfoo';
import { writeForm } from '@/formats/yaml/write-yaml';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { resolveInside } from '../resolve-inside';

/** The most bytes of a file of tests. */
const mostBytes = 50 * 2 ** 20;

/**
 * Prints promptfoo's tests as a Heddle file has them, and says line by line what could not be taken. Only files in the
 * folder of the file are read.
 */
export async function importTests(file: string | undefined, io: Io): Promise<ExitCode> {
  if (file === undefined) return printRefusal(io, 'Which file? Import takes tests of promptfoo.');
  const folder = resolve(io.machine.folder, dirname(file));
  const readFile = async (path: string) => {
    const place = await resolveInside(folder, path).catch(() => undefined);
    if (place === undefined) return undefined;
    const bytes = await io.readRegular(place, mostBytes).catch(() => undefined);
    return bytes && new TextDecoder().decode(bytes);
  };
  let text: string;
  try {
    text = new TextDecoder().decode(await io.readRegular(file, mostBytes));
  } catch (error) {
    return printRefusal(io, `${file}: ${explainFsError(error)}`);
  }
  const { form, problems } = await readPromptfooTests(file, text, async (path) => readFile(path));
  for (const { file: place, line, message } of problems)
    io.err.write(`${formatPlainLine(`${place}:${line}: ${message}`)}\n`);
  const count = Object.keys(form['tests'] ?? {}).length;
  if (count === 0) return printRefusal(io, `${file} has no test that could be taken.`);
  io.out.write(writeForm(form));
  const left =
    problems.length === 0 ? '' : ` ${formatCount(problems.length, 'line')} above could not be taken as it is.`;
  io.err.write(`${formatCount(count, 'test')}.${left}\n`);
  return exitCodes.fine;
}
