import { isSameInOrder } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { listIds, replaceInRecord } from '@/workflow/task-record';
import { buildPlan } from './build-plan';
import type { Plan } from './plan';

/** Plans tasks written as in a document, on the simulated model. Throws if there are problems. */
export function planOf(tasks: Readonly<Record<string, object>>, settings: object = {}): Plan {
  const plan = buildPlan(documentOf(tasks, settings), []);
  if (!plan.ok) throw new Error(plan.error.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return plan.value;
}

/** A document of tasks: `type` defaults to atomic; an atomic task without a `description` gets one. */
export function documentOf(tasks: Readonly<Record<string, object>>, settings: object = {}): WorkflowDocument {
  const whole = Object.entries(tasks).map(([id, task]) => {
    const type = 'type' in task ? task.type : 'atomic';
    return [id, { type, ...(type === 'atomic' ? { description: `Do ${id}` } : {}), ...task }];
  });
  const document = { defaultModel: 'sim:echo', ...settings, tasks: Object.fromEntries(whole) };
  return documentSchema.parse(document) as WorkflowDocument;
}

/** A document as an edit leaves it: what did not change are the same objects as before. */
export function keepUnchanged(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  if (!isSameInOrder(listIds(before.tasks), listIds(after.tasks))) return after;
  const changed = Object.entries(after.tasks).filter(
    ([id, task]) => !isSameInOrder(before.tasks[id as keyof typeof before.tasks], task),
  );
  return { ...after, tasks: replaceInRecord(before.tasks, changed) };
}
