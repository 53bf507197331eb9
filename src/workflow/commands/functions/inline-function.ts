import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { findFunctionName } from '../../function-path';
import { listCalls } from '../../library/calls-of';
import { formatSegment } from '../../segment-label';
import { getLastSegment } from '../../task-path';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { inlineCall } from '../structure/inline-call';
import { removeFunction } from './remove-function';

/** Arguments of {@link inlineFunction}. */
export interface InlineFunction {
  readonly name: string;
  /** Whether the function, which nothing calls then, is removed. */
  readonly remove: boolean;
}

/** Puts the task of a function in the place of each of its calls. One that cannot be inlined refuses the whole. */
export function inlineFunction(
  document: WorkflowDocument,
  { name, remove }: InlineFunction,
): Result<WorkflowDocument, EditRefusal> {
  const calls = listCalls(document, name);
  if (calls.some((taskPath) => findFunctionName(taskPath) === name))
    return refuseEdit(`“${name}” calls itself, so it cannot be put in the place of its calls.`);
  let next = document;
  for (const taskPath of calls) {
    const inlined = inlineCall(next, { taskPath });
    if (!inlined.ok) return refuseEdit(`${formatSegment(getLastSegment(taskPath))}: ${inlined.error.message}`);
    next = inlined.value.document;
  }
  return remove ? removeFunction(next, name) : ok(next);
}
