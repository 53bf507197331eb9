import type { JsonObject } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import { createScope, findInScope } from '@/workflow/expressions/environment';
import type { Frame } from '../attempt';
import { createDraftInput, createDraftInputWithScript, listJudgedNames } from './evaluation';

/**
 * The frame of a task, with the names that a director or an evaluator may use anywhere. In a director-evaluator the
 * container has set them. Elsewhere a director reads the verdict of an evaluator before it, if there was one, and an
 * evaluator judges the result before it.
 */
export function addSlotNames(task: PlannedTask, frame: Frame): Frame {
  if (task.subtype === 'director') return addVerdictNames(task, frame);
  return task.subtype === 'evaluator' ? addDraftNames(task, frame) : frame;
}

function addVerdictNames(task: PlannedTask, frame: Frame): Frame {
  const slot = task.outputSlot;
  const verdict = findInScope(frame.environment, slot);
  const isTold = task.tellsSlots === true && verdict?.kind === 'value' && verdict.value !== null;
  return {
    ...addMissingNames({ [slot]: null }, frame),
    givenNames: isTold ? [...frame.givenNames, [slot]] : frame.givenNames,
  };
}

function addDraftNames(task: PlannedTask, frame: Frame): Frame {
  const before = frame.previous(task);
  const hasScript = typeof before?.notes['exit_code'] === 'number';
  const input =
    before && hasScript ? createDraftInputWithScript(before.content, before) : createDraftInput(before?.content ?? '');
  const source = task.inputSource === undefined ? {} : { [task.inputSource]: input };
  const isInLoop = findInScope(frame.environment, 'target_content') !== undefined;
  const isTold = task.tellsSlots === true && before !== undefined && !isInLoop;
  return {
    ...addMissingNames({ ...input, [task.outputSlot]: null, ...source }, frame),
    givenNames: isTold ? [...frame.givenNames, ...listJudgedNames(input, task.inputSource)] : frame.givenNames,
  };
}

/** The frame with those of the names that its scopes do not have. */
function addMissingNames(names: JsonObject, frame: Frame): Frame {
  const open = Object.entries(names).filter(([name]) => findInScope(frame.environment, name) === undefined);
  return { ...frame, environment: createScope('given', Object.fromEntries(open), frame.environment) };
}
