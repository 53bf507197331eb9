import { listTemplateReferences } from '@/workflow/expressions/template';
import type { Task } from '@/workflow/tasks';
import { readFrom } from '@/workflow/tasks/input-kind';

/**
 * The tasks of a scope whose whole output a task's prompt or inputs have already: the context block need not tell it
 * again. A part of an output (`{{fetch.output.title}}`) does not count. `isTask`: whether a name is the id of one.
 */
export function listNamedWholes(task: Task, isTask: (name: string) => boolean): readonly string[] {
  if (task.type !== 'atomic') return [];
  const { inputs = {}, variables = {} } = task;
  const values = Object.values(inputs);
  const texts = [task.description, task.expectedOutput, ...values].filter((text) => typeof text === 'string');
  const references = [...texts.flatMap(listTemplateReferences), ...values.flatMap((input) => readFrom(input) ?? [])];
  const names = references.map((reference) => reference.replace(/\.(content|output)$/, ''));
  // An input or a variable of this name hides the task.
  const isHidden = (name: string) => Object.hasOwn(inputs, name) || Object.hasOwn(variables, name);
  return [...new Set(names)].filter((name) => isTask(name) && (!isHidden(name) || isInput(inputs, name)));
}

/** Whether an input has the output of the task of the same name. */
function isInput(inputs: NonNullable<Task['inputs']>, name: string): boolean {
  const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  return input !== undefined && readFrom(input)?.replace(/\.(content|output)$/, '') === name;
}
