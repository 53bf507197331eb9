import { type ExitCode, refuse } from '../exit-code';
import type { Io } from '../io';
import { resumeRun } from '../run/resume-run';
import type { RunWishes } from '../run/run-wishes';
import { startRun } from '../run/start-run';

/** Runs a workflow, or takes a run up again. */
export async function run(files: readonly string[], wishes: RunWishes, io: Io): Promise<ExitCode> {
  const [file, ...more] = files;
  if (more.length > 0) return refuse(io, 'Which file? Run takes one; - is standard input.');
  if (wishes.resume !== undefined) return resumeRun(io, file, wishes.resume, wishes);
  if (file === undefined) return refuse(io, 'Which file? - is standard input; --resume takes up the last run.');
  return startRun(io, file, wishes);
}
