import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { buildAskForm, findFieldProblem } from '../ask-form';
import type { TaskScope } from '../graph/task-scopes';
import type { Task } from '../tasks';
import type { Checking } from './checking';

/** Checks the form of a task that asks a person, and what it does when nobody answers. */
export function checkAsk(checking: Checking, task: Task, { path }: TaskScope): void {
  if (task.type !== 'ask') return;
  const { deadlineMs = 0, onDeadline } = task;
  for (const [name, field] of Object.entries(buildAskForm(task))) {
    const at = [...path, 'form', name];
    const { type, options = [], required } = field;
    if (type === 'choice' && options.length === 0) {
      checking.report('HED310', at, `“${name}” is a choice among nothing. Add options.`);
    } else if (type !== 'choice' && field.options !== undefined) {
      checking.report('HED507', [...at, 'options'], `Only a choice has options; “${name}” is a ${type}. Remove them.`);
    }
    const preset = field.default;
    if (preset === undefined) {
      if (!required || deadlineMs === 0 || onDeadline !== 'default') continue;
      const message = `“${name}” is required and has no default, which is needed where nobody answers in time. Add one.`;
      checking.report('HED310', at, message);
    } else if (!isTemplate(preset)) {
      const problem = findFieldProblem({ ...field, required: false }, preset);
      if (problem !== undefined) checking.report('HED314', [...at, 'default'], problem);
    }
  }
  if (onDeadline === undefined || deadlineMs > 0) return;
  const message = 'Without deadline_ms the task waits as long as it takes, so on_deadline has no effect.';
  checking.report('HED507', [...path, 'on_deadline'], message);
}

/** Whether a value is known only in a run. */
function isTemplate(value: Json): boolean {
  return encodeJson(value).includes('{{');
}
