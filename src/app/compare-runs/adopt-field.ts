import { isSameJson, type Json } from '@/base/json';
import type { PlanChange } from '@/plan/plan-changes';
import type { Task } from '@/workflow/tasks';

type Patch = Partial<{ [K in keyof Task]: Task[K] | undefined }>;

/**
 * The edit that gives a task the value that a field had in a run: its prompt, or an option of its model. Undefined: the
 * task has this value already, or the field cannot be taken over by itself.
 */
export function adoptField(task: Task, { path }: Pick<PlanChange, 'path'>, value: Json | undefined): Patch | undefined {
  const [field, option, ...deeper] = path;
  if (task.type !== 'atomic' || deeper.length > 0) return undefined;
  if (field === 'prompt' && option === undefined && typeof value === 'string') {
    return task.description === value ? undefined : ({ description: value } as Patch);
  }
  if (field !== 'options' || typeof option !== 'string') return undefined;
  const { [option]: present, ...others } = task.options ?? {};
  if (isSameJson(present, value)) return undefined;
  const options = value === undefined ? others : { ...others, [option]: value };
  return { options: Object.keys(options).length === 0 ? undefined : options } as Patch;
}
