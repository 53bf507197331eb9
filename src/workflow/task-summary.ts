import { formatCount } from '@/base/figures';
import type { Json } from '@/base/json';
import { cleanShownText } from '@/base/shown-text';
import { cutToStart } from '@/base/start-of';
import { makeNameVisible } from '@/base/visible-text';
import { listParts } from './task-path';
import { type Input, type Task, type TaskOf, type TaskType, taskTraits } from './tasks';
import { readFrom } from './tasks/input-kind';
import { hasOwnSlots } from './tasks/traits';
import { getTriggerRuleWords } from './trigger-rule-words';

/** What a task does, in one line for its node. */
export function formatTaskSummary(task: Task): string {
  const line = findFirstLine(task.description) || (summaries[task.type] as (task: Task) => string)(task);
  const rule = getTriggerRuleWords(task);
  return rule === undefined ? line : `(${rule}) ${line}`;
}

/** The summaries of tasks without a description, by type. */
const summaries: { readonly [K in TaskType]: (task: TaskOf<K>) => string } = {
  atomic: () => 'No prompt yet',
  script: ({ script }) => {
    const lines = (script?.content ?? script?.command ?? '').trim().split('\n');
    return lines.length > 1
      ? `${lines.length} lines`
      : cleanShownText(lines[0] ?? '') || 'No script: passes its inputs on';
  },
  sequential: ({ steps = [] }) => countOr('No steps yet', steps.length, 'step'),
  map: (task) => `For each of ${formatItems(task)}`,
  reduce: (task) => `Folds ${formatItems(task)} into one`,
  cond: ({ cases = [], else: last }) =>
    `${countOr('No cases yet', cases.length, 'case')}${last === undefined ? '' : ', and else'}`,
  group: ({ subtasks = {}, completionMode }) =>
    `${countOr('No tasks yet', Object.keys(subtasks).length, 'task')}${completionMode === 'any' ? ', the first wins' : ''}`,
  director_evaluator: ({ director, evaluator }) =>
    makeNameVisible(`${director?.name ?? 'director'} ⇄ ${evaluator?.name ?? 'evaluator'}`),
  pipeline: ({ plan, voting }) => `${planText(plan)}${voting?.k === undefined ? '' : `, k = ${voting.k}`}`,
  call: ({ ref, args = {} }) => (ref ? `${ref}(${Object.keys(args).join(', ')})` : 'Calls nothing yet'),
  associative_memory: ({ query }) =>
    query ? `Best matches for “${findFirstLine(query)}”` : 'Best matches for its inputs',
  ask: ({ message, form = {} }) =>
    findFirstLine(message) || `Asks for ${countOr('nothing yet', Object.keys(form).length, 'field')}`,
  tool: ({ tool, args = {} }) => (tool ? `${tool}(${Object.keys(args).join(', ')})` : 'No tool yet'),
  reparse: () => 'Asks for smaller tasks',
};

/** What runs a task, in a word or two: its agent, its model or the language of its script. */
export function formatTaskMeans(task: Task): string {
  if (task.type === 'script') return task.script?.language ?? 'bash';
  if (task.type !== 'atomic') return taskTraits[task.type].label;
  return typeof task.agent === 'string' ? task.agent : (task.model ?? '');
}

/** The number of tasks inside a task, at any depth. */
export function countWithin(task: Task): number {
  let count = 0;
  for (const part of listParts(task)) count += 1 + countWithin(part.task);
  return count;
}

/** The parts of a container in a few words, for its head. */
export function formatParts(task: Task): string {
  return hasOwnSlots(task)
    ? (summaries[task.type] as (task: Task) => string)(task)
    : formatCount(listParts(task).length, 'task');
}

function countOr(none: string, count: number, noun: string): string {
  return count === 0 ? none : formatCount(count, noun);
}

function formatItems({ items, inputs = {} }: TaskOf<'map'> | TaskOf<'reduce'>): string {
  const from = readFrom(items as Json | Input | undefined);
  if (from !== undefined) return from;
  if (Array.isArray(items)) return countOr('no items', items.length, 'item');
  const names = Object.keys(inputs);
  return names.length === 0 ? 'its items' : countOr('', names.length, 'input');
}

function planText(plan: TaskOf<'pipeline'>['plan']): string {
  if (Array.isArray(plan)) return countOr('No steps yet', plan.length, 'step');
  if (plan === undefined || typeof plan !== 'object') return 'No plan yet';
  if ('repeat' in plan) return `${Number(plan.repeat).toLocaleString('en')} steps`;
  return 'from' in plan ? `The steps of ${String(plan.from)}` : 'No plan yet';
}

function findFirstLine(text: string | undefined): string {
  const line = text?.split('\n', 20).find((one) => one.trim() !== '') ?? '';
  return cleanShownText(cutToStart(line.trim(), 120));
}
