import { AppError } from '@/base/errors';
import { maxWorkflowBytes } from '@/formats/limits';

/** Added when nothing was opened, so that nobody fears for the open workflow. */
export const unchanged = 'What is open was not changed.';

/** The refusal of a file, or of the content of an address. */
export function refuseFile(message: string, advice: string): AppError {
  return new AppError('FILE_REFUSED', message, { advice: `${advice} ${unchanged}`.trim() });
}

/** The refusal of a file of more than `most` bytes. `label` is its name in the message. */
export function refuseLarge(label: string, most: number = maxWorkflowBytes): AppError {
  const limit = `${most / (1024 * 1024)} MB`;
  return refuseFile(`${label} is larger than ${limit}.`, 'Split it into several workflows and open them one by one.');
}
