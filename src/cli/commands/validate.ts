import { readText } from '@/formats/read-text';
import { type ExitCode, exitCodes, refuse } from '../exit-code';
import type { Io } from '../io';
import { readWorkflow } from '../read-workflow';
import { type Told, toldJson, writeTold } from '../told';

/** Tells every problem of the files. One that cannot be read does not keep the others from being checked. */
export async function validate(
  files: readonly string[],
  { json = false, provider = [] }: { readonly json?: boolean | undefined; readonly provider?: string[] | undefined },
  io: Io,
): Promise<ExitCode> {
  if (files.length === 0) return refuse(io, 'Which file? - is standard input.');
  const told: Told[] = [];
  let unreadable = false;
  for (const file of files) {
    const read = await readWorkflow(io, file, (text) => readText(text, provider));
    if (!read.ok) {
      refuse(io, read.error);
      unreadable = true;
      continue;
    }
    const found = read.value.diagnostics.map((problem) => ({ file, problem }));
    if (!json) writeTold(io.out, found);
    told.push(...found);
  }
  if (json) io.out.write(`${JSON.stringify(told.map(toldJson), null, 2)}\n`);
  if (unreadable) return exitCodes.usage;
  if (!json) io.err.write(`${summary(files.length, told)}\n`);
  return told.some(({ problem }) => problem.severity === 'error') ? exitCodes.problems : exitCodes.fine;
}

/** `2 files: 1 error, 3 warnings.` */
function summary(files: number, told: readonly Told[]): string {
  const count = (severity: 'error' | 'warning'): readonly string[] => {
    const found = told.filter(({ problem }) => problem.severity === severity).length;
    return found === 0 ? [] : [counted(found, severity)];
  };
  const problems = [...count('error'), ...count('warning')].join(', ');
  return `${counted(files, 'file')}: ${problems || 'no problems'}.`;
}

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
