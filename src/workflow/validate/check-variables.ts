import type { JsonObject } from '@/base/json';
import type { DocumentPath } from '../diagnostic';
import { orderVariables } from '../expressions/variables';
import { findName, type Scope } from '../graph/scope';
import type { Checking } from './checking';

/**
 * Reports variables of one scope that name each other in a circle. Returns whether there are any. `around`: the names
 * that they can use besides each other.
 */
export function reportCircle(
  checking: Checking,
  variables: JsonObject,
  around: Scope | undefined,
  path: DocumentPath,
): boolean {
  const { circle } = orderVariables(variables, (name) => around !== undefined && findName(around, name) !== undefined);
  const [first, ...others] = circle ?? [];
  if (first === undefined) return false;
  const message =
    others.length === 0
      ? `“${first}” names itself, so it has no value. Give what it is made of another name.`
      : `“${first}” names ${others.join(', which names ')}, which names ${first} again, so none has a value. Write one without the others.`;
  checking.report('HED324', [...path, first], message);
  return true;
}
