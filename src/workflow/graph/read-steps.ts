import { listExpressionReferences, scanExpression } from '../expressions/scan-expression';
import { mapTexts } from '../expressions/task-texts';
import type { Task } from '../tasks';
import { getStepId } from '../tasks/parts';
import { listReturns } from '../tasks/returned';
import { collectReads } from './reads';
import { createLoneTaskScope, mapWithin } from './task-scopes';

/**
 * For each step of a sequence whether a later one may name it, by its id or by what it returns. All of them, where a
 * step looks tasks up by a name that only the run knows (`tasks[variables.which]`), or may be decomposed into tasks
 * that are not written yet.
 */
export function readSteps(steps: readonly Task[]): readonly boolean[] {
  if (steps.some(isOpen)) return steps.map(() => true);
  const read: boolean[] = [];
  const later = new Set<string>();
  for (const [index, step] of [...steps.entries()].reverse()) {
    const names = [getStepId(step, index), ...Object.keys(listReturns(step))];
    // A director reads the slot of an evaluator without naming it.
    read[index] = step.subtype === 'evaluator' || names.some((name) => later.has(name));
    for (const name of collectReads(step)) later.add(name);
  }
  return read;
}

/** Whether the texts of a task do not show all that it names. */
function isOpen(task: Task): boolean {
  let open = false;
  mapWithin(task, createLoneTaskScope(task), (part, place) => {
    open ||= part.reparse !== undefined || part.type === 'reparse' || mayBeGivenTasks(part);
    return mapTexts(part, place, {
      template: (text) => text,
      reference: (text) => text,
      expression: (source) => {
        open ||= isLookingUpTasks(source);
        return source;
      },
    });
  });
  return open;
}

/** Whether a model may write and run tasks of its own. */
function mayBeGivenTasks({ tools, agent }: Task): boolean {
  const own = [...(tools ?? []), ...(typeof agent === 'object' ? (agent.tools ?? []) : [])];
  return typeof agent === 'string' || own.some((tool) => tool === 'spawn_task' || typeof tool !== 'string');
}

/** Whether an expression uses `tasks` in another way than to name a task. */
function isLookingUpTasks(source: string): boolean {
  const mentions = scanExpression(source).filter(({ kind, text }) => kind === 'name' && text === 'tasks').length;
  return mentions > listExpressionReferences(source).filter(({ root }) => root === 'tasks').length;
}
