import type { Failure } from '@/base/errors';
import { plainLine } from './plain-line';

/** What went wrong and what to do about it, on one line for a person. */
export function sentence({
  message,
  advice,
}: {
  readonly message: string;
  readonly advice?: Failure['advice'];
}): string {
  return plainLine(advice === undefined ? message : `${message} ${advice}`);
}
