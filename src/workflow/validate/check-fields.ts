import { RE2JS } from 're2js';
import type { JsonObject } from '@/base/json';
import type { DocumentPath } from '../diagnostic';
import { findTask, type Scope } from '../graph/scope';
import type { TaskScope } from '../graph/task-scopes';
import { type Task, type TaskOf, taskTraits } from '../tasks';
import type { ContextSettings } from '../tasks/common';
import type { ScriptBody } from '../tasks/script-body';
import { runsOtherTasks } from '../tasks/traits';
import { checkPin } from './check-pin';
import { reportCircle } from './check-variables';
import type { Checking } from './checking';
import { reportSchemaProblem } from './report-schema-problem';

/** Checks single fields of a task, each by itself. */
export function checkFields(checking: Checking, task: Task, place: TaskScope): void {
  const { path, label, beside } = place;
  for (const name of Object.keys(task.returns ?? {})) {
    if (!beside?.siblings.has(name)) continue;
    const at = [...path, 'returns', name];
    checking.report('HED307', at, `“${name}” is also the id of a task. Return it by another name.`);
  }
  if (task.variables !== undefined) {
    const { variables: _own, ...around } = place.before;
    reportCircle(checking, task.variables as JsonObject, around, [...path, 'variables']);
  }
  for (const name of Object.keys(task.inputs ?? {})) {
    if (!Object.hasOwn(task.variables ?? {}, name)) continue;
    const message = `“${name}” is a variable of this task too, which this input hides. Remove one.`;
    checking.report('HED508', [...path, 'inputs', name], message);
  }
  reportSchemaProblem(checking, task.outputSchema, [...path, 'output_schema']);
  checkPin(checking, task, [...path, 'pinned']);
  const isOfItems = ['inner_task', 'reduction_task'].includes(String(path.at(-1)));
  const rulesItself = isOfItems && task.contextManagement?.inheritContext !== undefined;
  const { partsGet } = taskTraits[task.type];
  if (task.contextManagement !== undefined && partsGet !== 'what_it_says' && !rulesItself) {
    const why =
      partsGet === 'nothing'
        ? `“${label}” has none`
        : `“${label}” gives what it is given itself to the task that it chooses`;
    const message = `context_management rules what the parts of a task are given, and ${why}. Use context.`;
    checking.report('HED525', [...path, 'context_management'], message);
  }
  if (runsOtherTasks(task) && task.description?.includes('{{')) {
    const message = `The description of “${label}” is a note for people: no part is sent it. Write what a part needs into that part.`;
    checking.report('HED525', [...path, 'description'], message);
  }
  if (task.type === 'atomic' && (task.description ?? '').trim() === '') {
    const message = `“${label}” has no prompt. Write in its prompt (description) what the model should do.`;
    checking.report('HED503', [...path, 'description'], message);
  }
  if (task.type === 'script') {
    checkScriptBody(checking, task.script, [...path, 'script']);
    checkStandIn(checking, task, place);
  }
  if (task.voting !== undefined && task.bestOf !== undefined) {
    const message = 'voting and best_of cannot both choose among several tries. Remove one.';
    checking.report('HED316', [...path, 'best_of'], message);
  }
  for (const [index, pattern] of (task.voting?.redFlags?.patterns ?? []).entries()) {
    const problem = findPatternProblem(pattern);
    const at = [...path, 'voting', 'red_flags', 'patterns', index];
    if (problem !== undefined) checking.report('HED404', at, `This is not a regular expression: ${problem}.`);
  }
  checkContext(checking, task.context, place.within, [...path, 'context']);
}

/** Reports a script with both `content` and `command`. */
export function checkScriptBody(checking: Checking, script: ScriptBody | undefined, path: DocumentPath): void {
  if (script?.content === undefined || script.command === undefined) return;
  checking.report(
    'HED504',
    [...path, 'command'],
    'content and command say the same twice; content is run. Remove one.',
  );
}

/** Reports a script without a body that an import put in the place of what it could not take over. */
function checkStandIn(checking: Checking, task: TaskOf<'script'>, { path, label }: TaskScope): void {
  const why = task.extensions?.['x-stand-in'];
  if (why === undefined || task.script?.content !== undefined || task.script?.command !== undefined) return;
  const reason = typeof why === 'string' && why !== '' ? ` ${why}` : '';
  const message = `“${label}” is a stand-in: it only passes its inputs on.${reason} Write its script, or choose another type for it.`;
  checking.report('HED532', [...path, 'script'], message);
}

/** Checks the tasks that a context setting names. */
export function checkContext(
  checking: Checking,
  context: ContextSettings | undefined,
  scope: Scope,
  path: DocumentPath,
): void {
  if (context === undefined) return;
  const { includeTasks = [], excludeTasks = [] } = context;
  // Excluding a task that does not exist does no harm, so that is only a warning.
  for (const [key, ids, code] of [
    ['include_tasks', includeTasks, 'HED305'],
    ['exclude_tasks', excludeTasks, 'HED512'],
  ] as const) {
    for (const [index, id] of ids.entries()) {
      if (findTask(scope, id) !== undefined) continue;
      checking.reportUnknown(code, [...path, key, index], `No task “${id}”.`, id, () => listScopeIds(scope));
    }
  }
  const included = new Set(includeTasks);
  const both = excludeTasks.findIndex((id) => included.has(id));
  if (both >= 0) {
    const message = `“${excludeTasks[both]}” is in include_tasks too. Remove it from one of the two.`;
    checking.report('HED507', [...path, 'exclude_tasks', both], message);
  }
}

function listScopeIds(scope: Scope): string[] {
  const ids: string[] = [];
  for (let level: Scope | undefined = scope; level !== undefined; level = level.outer) {
    ids.push(...(level.beside?.siblings.ids() ?? []));
  }
  return ids;
}

function findPatternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read';
  }
}
