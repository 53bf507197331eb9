import { type ExitCode, printRefusal } from '../exit-code';
import type { Io } from '../io';
import type { RunFlags } from '../run/run-wishes';
import { startRun } from '../run/start-run';

/** Runs a workflow on the simulated model, without any other effects. */
export async function runDry(files: readonly string[], wishes: RunFlags, io: Io): Promise<ExitCode> {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0) {
    return printRefusal(io, 'Which file? Dry-run takes one; - is standard input.');
  }
  const { model = 'sim:fast' } = wishes;
  if (!model.startsWith('sim:')) return printRefusal(io, `--model ${model}: a dry run has the simulated model, sim:…`);
  return startRun(io, file, { ...wishes, model, simulate: true });
}
