import type { Failure } from '@/base/errors';
import { plainLine } from './plain-line';

/** An error and its advice, on one line for a person. */
export function sentence({
  message,
  advice,
}: {
  readonly message: string;
  readonly advice?: Failure['advice'];
}): string {
  return plainLine(advice === undefined ? message : `${message} ${advice}`);
}
