import { constantOf, isAlwaysFalse } from '../expressions/constant';
import { scanExpression } from '../expressions/scan-expression';
import { findIdBefore } from '../graph/scope';
import type { Siblings } from '../graph/siblings';
import type { TaskScope } from '../graph/task-scopes';
import type { Task, TaskOf } from '../tasks';
import type { Checking } from './checking';
import { findStall, isAllSkipped } from './find-stall';

/** Reports what can never run because of the task itself: conditions that are always false, and its trigger rule. */
export function checkReach(checking: Checking, task: Task, place: TaskScope): void {
  const { path, label } = place;
  checkTriggerRule(checking, task, place);
  if (isAlwaysFalse(task.condition)) {
    checking.report('HED506', [...path, 'condition'], `This is never true, so “${label}” is always skipped.`);
  }
  if (task.loop?.type === 'while' && isAlwaysFalse(task.loop.condition)) {
    checking.report('HED506', [...path, 'loop', 'condition'], `This is never true, so “${label}” does not run once.`);
  }
  if (task.type === 'cond') checkCases(checking, task, place);
}

function checkTriggerRule(checking: Checking, { triggerRule, dependsOn = [] }: Task, place: TaskScope): void {
  const { path, label, beside } = place;
  if (triggerRule === undefined || triggerRule === 'default') return;
  const at = [...path, 'trigger_rule'];
  if (beside?.siblings.kind !== 'graph') {
    const message = `trigger_rule is for tasks that wait for others (depends_on). “${label}” runs when its container runs it. Remove it, or put it into a group.`;
    checking.report('HED525', at, message);
  } else if (dependsOn.length === 0 && triggerRule === 'one_failed') {
    const message = `“${label}” waits for no task, so none can fail before it, and it never runs. Write in depends_on what may fail.`;
    checking.report('HED506', at, message);
  }
}

function checkCases(checking: Checking, task: TaskOf<'cond'>, place: TaskScope): void {
  const { cases = [], else: otherwise } = task;
  const { path, beside } = place;
  const isAlone = findIdBefore(task, beside) === undefined;
  const seen = new Set<string>();
  let certain: number | undefined;
  for (const [index, { test }] of cases.entries()) {
    const at = [...path, 'cases', index, 'test'];
    if (certain !== undefined) {
      checking.report('HED506', at, `Case ${certain + 1} is always taken, so this one never is.`);
    } else if (isAlwaysFalse(test) || seen.has(test)) {
      const reason = seen.has(test) ? 'The same test is above' : 'This is never true';
      checking.report('HED506', at, `${reason}, so this case is never taken.`);
    }
    if (constantOf(test)?.value === true) certain ??= index;
    seen.add(test);
    if (isAlone && isLookingBack(test)) {
      const advice = 'Let it depend on exactly one task, or write tasks.ID.output.';
      checking.report('HED509', at, `There is no step before and no single dependency, so this is null. ${advice}`);
    }
  }
  if (certain !== undefined && otherwise !== undefined) {
    checking.report('HED506', [...path, 'else'], `Case ${certain + 1} is always taken, so this never runs.`);
  }
}

/** Whether a test uses the earlier result. */
function isLookingBack(test: string): boolean {
  const tokens = scanExpression(test);
  return tokens.some(
    ({ kind, text }, index) =>
      kind === 'name' && (text === 'output' || text === 'content') && tokens[index - 1]?.text !== '.',
  );
}

/** Reports tasks that can never run because of their dependencies, which are in a cycle or are all skipped. */
export function checkWaiting(checking: Checking, siblings: Siblings): void {
  if (siblings.kind === 'steps') return;
  const { graph, tasks, path } = siblings;
  for (const id of graph.order) {
    const dependencies = graph.dependencies.get(id) ?? [];
    if (siblings.circle(id) !== undefined || dependencies.length === 0) continue;
    const before = dependencies.map((dependency) => findStall(siblings, dependency));
    const blocking = dependencies[before.indexOf('circle')];
    if (blocking !== undefined) {
      const message = `“${id}” waits for ${blocking}, which can never start, as tasks wait for each other in a cycle.`;
      checking.report('HED506', [...path, id, 'depends_on'], message);
    } else if (isAllSkipped(tasks[id], before)) {
      const message = `“${id}” is always skipped, because all that it waits for is.`;
      checking.report('HED506', [...path, id, 'depends_on'], message);
    }
  }
}
