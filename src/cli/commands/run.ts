import { parsePrice } from '@/plan/parse-price';
import { type ExitCode, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { resumeRun } from '../run/resume-run';
import type { RunFlags } from '../run/run-wishes';
import { startRun } from '../run/start-run';

const replaceByEmptyLibrary = (io: Io): Io => ({
  ...io,
  readRegular: async () => new TextEncoder().encode('library: {}\n'),
});

/** Runs a workflow, resumes a run, or runs a workflow anew with the results of an earlier run. */
export async function runWorkflow(files: readonly string[], wishes: RunFlags, io: Io): Promise<ExitCode> {
  const [file, ...more] = files;
  const { resume, from } = wishes;
  const price = wishes['unknown-price-usd'];
  if (price !== undefined && parsePrice(price) === undefined) {
    return printRefusal(
      io,
      `--unknown-price-usd ${price}: USD for a million tokens are expected, such as 5/25, or 5 for both.`,
    );
  }
  const notName = wishes['pass-env']?.find((name) => !/^[^=\0]+$/.test(name));
  if (notName !== undefined) {
    return printRefusal(io, `--pass-env ${notName}: the name of a variable is expected, without a value.`);
  }
  if (more.length > 0) return printRefusal(io, 'Which file? Run takes one; - is standard input.');
  if (resume !== undefined) {
    const reuse = (['reuse', 'anew', 'max-age', 'offline'] as const).find((option) => wishes[option] !== undefined);
    if (reuse !== undefined)
      return printRefusal(io, `A run resumes with the answers it was to use: --${reuse} is for new ones.`);
    const part = (['only', 'until', 'from-task'] as const).find((option) => wishes[option] !== undefined);
    if (part !== undefined) return printRefusal(io, `A run resumes with the part it has: --${part} is for new ones.`);
    if (from !== undefined) return printRefusal(io, 'Resume a run (--resume), or start another from it (--from).');
    return resumeRun(io, file, resume, wishes);
  }
  if (wishes['as-planned'] === true)
    return printRefusal(io, '--as-planned is for --resume: a new run is planned again.');
  if (wishes.match !== undefined) {
    if (from !== undefined && file === undefined) return printRefusal(io, 'With --match, name the file.');
    if (wishes.match.trim() === '') return printRefusal(io, 'What is to be done? --match takes a sentence in quotes.');
    // Without a file there are only the saved definitions.
    if (file === undefined) return startRun(replaceByEmptyLibrary(io), '-', wishes);
  }
  if (file === undefined && from === undefined) {
    return printRefusal(io, 'Which file? - is standard input; --resume resumes the last run.');
  }
  if (file === undefined) {
    for (const option of ['var', 'input', 'model'] as const) {
      if (wishes[option] !== undefined)
        return printRefusal(io, `With --${option}, name the file: --from alone keeps its plan.`);
    }
  }
  return startRun(io, file, wishes);
}
