import type { JsonObject } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import { lookup, scopeOf } from '@/workflow/expressions/environment';
import type { Frame } from '../attempt';
import { draftAlone, draftWith, givenNamesOf } from './evaluation';

/**
 * The frame of a task, with the names that a director or an evaluator may use anywhere. In a director-evaluator the
 * container has set them. Elsewhere a director reads the verdict of an evaluator before it, if there was one, and an
 * evaluator judges the result before it.
 */
export function withSlots(task: PlannedTask, frame: Frame): Frame {
  if (task.subtype === 'director') return directed(task, frame);
  return task.subtype === 'evaluator' ? judging(task, frame) : frame;
}

function directed(task: PlannedTask, frame: Frame): Frame {
  const slot = task.outputSlot;
  const verdict = lookup(frame.environment, slot);
  const isTold = task.tellsSlots === true && verdict?.kind === 'value' && verdict.value !== null;
  return {
    ...withNames({ [slot]: null }, frame),
    givenNames: isTold ? [...frame.givenNames, [slot]] : frame.givenNames,
  };
}

function judging(task: PlannedTask, frame: Frame): Frame {
  const before = frame.previous(task);
  const hasScript = typeof before?.notes['exit_code'] === 'number';
  const input = before && hasScript ? draftWith(before.content, before) : draftAlone(before?.content ?? '');
  const source = task.inputSource === undefined ? {} : { [task.inputSource]: input };
  const isInLoop = lookup(frame.environment, 'target_content') !== undefined;
  const isTold = task.tellsSlots === true && before !== undefined && !isInLoop;
  return {
    ...withNames({ ...input, [task.outputSlot]: null, ...source }, frame),
    givenNames: isTold ? [...frame.givenNames, ...givenNamesOf(input, task.inputSource)] : frame.givenNames,
  };
}

/** The frame with those of the names that its scopes do not have. */
function withNames(names: JsonObject, frame: Frame): Frame {
  const open = Object.entries(names).filter(([name]) => lookup(frame.environment, name) === undefined);
  return { ...frame, environment: scopeOf('given', Object.fromEntries(open), frame.environment) };
}
