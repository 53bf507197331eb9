import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import { findFunctionOfOwner } from '../../function-path';
import { quoteTaskName } from '../../quote-task-name';
import { findContainerPath, locateTask, type TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { findInputTask, readFrom } from '../../tasks/input-kind';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapTaskAt } from '../map-task-at';
import type { LostUse } from './keep-uses';

/** A way to mend what a move could not keep. */
export interface LostUseFix {
  readonly title: string;
  readonly edit: (document: WorkflowDocument) => Result<WorkflowDocument, EditRefusal>;
}

/** What a move could not keep, as a sentence for a person. */
export function describeLost(document: WorkflowDocument, lost: LostUse): string {
  if (lost.kind === 'wait')
    return `${quoteTaskName(document, lost.task)} no longer waits for ${quoteTaskName(document, lost.on)}.`;
  const reader = quoteTaskName(document, lost.reader);
  if (lost.kind === 'order') return `${reader} reads “${lost.name}”, which may not have run by then.`;
  const { meant, name } = lost;
  if (meant.kind === 'given') return `${reader} reads “${name}”, which nothing gives it where it is now.`;
  if (meant.kind === 'field') {
    const holder = findFunctionOfOwner(meant.owner ?? '');
    const around = meant.owner === undefined ? 'the workflow' : quoteTaskName(document, meant.owner);
    const owner = holder === undefined ? around : `the function “${holder}”`;
    return `${reader} reads “${name}” of ${owner}, which is not around it any more.`;
  }
  const [source = ''] = meant.taskPaths;
  const container = findContainerPath(source);
  const where = container === undefined ? 'has no name here' : `is in ${quoteTaskName(document, container)}`;
  return `${reader} reads “${name}”, which ${where}.`;
}

/** The ways to mend it, the best one first; they are edits of the document after the move. */
export function listFixes(document: WorkflowDocument, lost: LostUse): readonly LostUseFix[] {
  if (lost.kind !== 'name' || (lost.form !== 'template' && lost.form !== 'from')) return [];
  const { meant, name, reader } = lost;
  const title = `Give ${quoteTaskName(document, reader)} an input “${name}”`;
  if (meant.kind === 'given') return [{ title, edit: (current) => setInput(current, reader, name, '') }];
  if (meant.kind !== 'field' || meant.owner === undefined) return [];
  const { owner } = meant;
  const value = findPlainValue(locateTask(document, owner)?.task, name);
  if (value === undefined) return [];
  const copy = `Copy “${name}” from ${quoteTaskName(document, owner)}`;
  return [{ title: copy, edit: (current) => setInput(current, reader, name, value) }];
}

/** An input or a variable that is a value of its own, without names in it. */
function findPlainValue(task: Task | undefined, name: string): Json | undefined {
  const input = task?.inputs && Object.hasOwn(task.inputs, name) ? task.inputs[name] : task?.variables?.[name];
  if (input === undefined || findInputTask(input) !== undefined || readFrom(input) !== undefined) return undefined;
  return encodeJson(input).includes('{{') ? undefined : (input as Json);
}

function setInput(
  document: WorkflowDocument,
  reader: TaskPath,
  name: string,
  value: Json,
): Result<WorkflowDocument, EditRefusal> {
  const next = mapTaskAt(document, reader, (task) => ({ ...task, inputs: { [name]: value, ...task.inputs } }) as Task);
  return next === undefined ? refuseEdit(`No task “${reader}”.`) : ok(next);
}
