import type { PlannedTask } from '@/plan/plan';
import { lookup, scopeOf } from '@/workflow/expressions/environment';
import type { Frame } from '../attempt';
import { draftAlone, draftWith } from './evaluation';

/**
 * The frame of a task, with the names that a director or an evaluator may use anywhere. In a director-evaluator the
 * container has set them. Elsewhere a director has no evaluation yet, and an evaluator judges the result before it.
 */
export function withSlots(task: PlannedTask, frame: Frame): Frame {
  if (task.subtype !== 'director' && task.subtype !== 'evaluator') return frame;
  const names = task.subtype === 'director' ? { [task.outputSlot]: null } : evaluated(task, frame);
  const open = Object.entries(names).filter(([name]) => lookup(frame.environment, name) === undefined);
  return { ...frame, environment: scopeOf('given', Object.fromEntries(open), frame.environment) };
}

function evaluated(task: PlannedTask, frame: Frame) {
  const before = frame.previous(task);
  const hasScript = typeof before?.notes['exit_code'] === 'number';
  const input = before && hasScript ? draftWith(before.content, before) : draftAlone(before?.content ?? '');
  const source = task.inputSource === undefined ? {} : { [task.inputSource]: input };
  return { ...input, [task.outputSlot]: null, ...source };
}
