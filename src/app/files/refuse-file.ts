import { AppError } from '@/base/errors';
import { maxWorkflowBytes } from '@/formats/limits';

/** What is said when nothing was opened, so that nobody fears for what is. */
export const unchanged = 'What is open was not changed.';

/** The refusal of a file, or of what an address leads to. */
export function refuseFile(message: string, advice: string): AppError {
  return new AppError('FILE_REFUSED', message, { advice: `${advice} ${unchanged}`.trim() });
}

/** The refusal of a file beyond the limit. `what` is what a person calls it. */
export function refuseLarge(what: string): AppError {
  const limit = `${maxWorkflowBytes / (1024 * 1024)} MB`;
  return refuseFile(`${what} is larger than ${limit}.`, 'Split it into several workflows and open them one by one.');
}
