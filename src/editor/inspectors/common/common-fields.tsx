import type { TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { Section } from '../fields/section';
import { SetHere } from '../options/set-here';
import { TaskIdentity } from './task-identity';

/** Below the fields of its type: what else is set of a task and what can be, then what it is called. */
export function CommonFields({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  return (
    <>
      <SetHere id={id} task={task} />
      <Section>
        <TaskIdentity id={id} />
      </Section>
    </>
  );
}
