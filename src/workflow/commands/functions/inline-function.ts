import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { functionOf } from '../../function-path';
import { callsOf } from '../../library/calls-of';
import { segmentLabel } from '../../segment-label';
import { segmentOf } from '../../task-path';
import { type EditRefusal, refuse } from '../edit-refusal';
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
  const calls = callsOf(document, name);
  if (calls.some((taskPath) => functionOf(taskPath) === name))
    return refuse(`“${name}” calls itself, so it cannot be put in the place of its calls.`);
  let next = document;
  for (const taskPath of calls) {
    const inlined = inlineCall(next, { taskPath });
    if (!inlined.ok) return refuse(`${segmentLabel(segmentOf(taskPath))}: ${inlined.error.message}`);
    next = inlined.value.document;
  }
  return remove ? removeFunction(next, name) : ok(next);
}
