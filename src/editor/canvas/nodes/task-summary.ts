import type { Json } from '@/base/json';
import { partsOf } from '@/workflow/task-path';
import { type Input, type Task, type TaskOf, type TaskType, taskTypeInfo } from '@/workflow/tasks';
import { readFrom } from '@/workflow/tasks/input-kind';
import { countTasks } from '../../actions/edit';

/** What a task does, in one line for its node. */
export function taskSummary(task: Task): string {
  return firstLine(task.description) || (summaries[task.type] as (task: Task) => string)(task);
}

/** The summaries of tasks without a description, by type. */
const summaries: { readonly [K in TaskType]: (task: TaskOf<K>) => string } = {
  atomic: () => 'No prompt yet',
  script: ({ script }) => {
    const lines = (script?.content ?? script?.command ?? '').trim().split('\n');
    return lines.length > 1 ? `${lines.length} lines` : (lines[0] ?? '') || 'No script: passes its inputs on';
  },
  sequential: ({ steps = [] }) => counted(steps.length, 'step', 'No steps yet'),
  map: (task) => `For each of ${listOf(task)}`,
  reduce: (task) => `Folds ${listOf(task)} into one`,
  cond: ({ cases = [], else: last }) =>
    `${counted(cases.length, 'case', 'No cases yet')}${last === undefined ? '' : ', and else'}`,
  group: ({ subtasks = {}, completionMode }) =>
    `${counted(Object.keys(subtasks).length, 'task', 'No tasks yet')}${completionMode === 'any' ? ', the first wins' : ''}`,
  director_evaluator: ({ director, evaluator }) =>
    `${director?.name ?? 'director'} ⇄ ${evaluator?.name ?? 'evaluator'}`,
  pipeline: ({ plan, voting }) => `${planText(plan)}${voting?.k === undefined ? '' : `, k = ${voting.k}`}`,
  call: ({ ref, args = {} }) => (ref ? `${ref}(${Object.keys(args).join(', ')})` : 'Calls nothing yet'),
  associative_memory: ({ query }) => (query ? `Best matches for “${firstLine(query)}”` : 'Best matches for its inputs'),
  ask: ({ message, form = {} }) =>
    firstLine(message) || `Asks for ${counted(Object.keys(form).length, 'field', 'nothing yet')}`,
  tool: ({ tool, args = {} }) => (tool ? `${tool}(${Object.keys(args).join(', ')})` : 'No tool yet'),
  reparse: () => 'Asks for smaller tasks',
};

/** What runs a task, in a word or two: its agent, its model or the language of its script. */
export function taskMeans(task: Task): string {
  if (task.type === 'script') return task.script?.language ?? 'bash';
  if (task.type !== 'atomic') return taskTypeInfo[task.type].label;
  return typeof task.agent === 'string' ? task.agent : (task.model ?? '');
}

/** The number of tasks inside a task, at any depth. */
export function countWithin(task: Task): number {
  let count = 0;
  for (const part of partsOf(task)) count += 1 + countWithin(part.task);
  return count;
}

const leaves: ReadonlySet<TaskType> = new Set(['atomic', 'script', 'tool', 'ask']);

/** The parts of a container in a few words, for its head. */
export function partsText(task: Task): string {
  const isLeaf = leaves.has(task.type);
  return isLeaf ? countTasks(partsOf(task).length) : (summaries[task.type] as (task: Task) => string)(task);
}

function counted(count: number, noun: string, none: string): string {
  return count === 0 ? none : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function listOf({ items, inputs = {} }: TaskOf<'map'> | TaskOf<'reduce'>): string {
  const from = readFrom(items as Json | Input | undefined);
  if (from !== undefined) return from;
  if (Array.isArray(items)) return counted(items.length, 'item', 'no items');
  const names = Object.keys(inputs);
  return names.length === 0 ? 'its items' : counted(names.length, 'input', '');
}

function planText(plan: TaskOf<'pipeline'>['plan']): string {
  if (Array.isArray(plan)) return counted(plan.length, 'step', 'No steps yet');
  if (plan === undefined || typeof plan !== 'object') return 'No plan yet';
  if ('repeat' in plan) return `${Number(plan.repeat).toLocaleString('en')} steps`;
  return 'from' in plan ? `The steps of ${String(plan.from)}` : 'No plan yet';
}

function firstLine(text: string | undefined): string {
  return (
    text
      ?.split('\n', 20)
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 120) ?? ''
  );
}
