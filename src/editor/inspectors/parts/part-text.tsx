import type { Task } from '@/workflow/tasks';
import { TaskSubject } from '../fields/subject';
import { TemplateField } from '../fields/template-field';

interface PartTextProps {
  /** What the part is for the container: `case 1`. */
  readonly label: string;
  readonly task: Task;
  readonly taskPath: string;
}

/** The prompt of a task within another, so that all prompts of a container are written in one place. */
export function PartText({ label, task, taskPath }: PartTextProps) {
  if (task.type !== 'atomic') return null;
  return (
    <TaskSubject taskPath={taskPath}>
      <TemplateField path={['description']} label={`Prompt, ${label}`} placeholder="Write a prompt." rows={2} />
    </TaskSubject>
  );
}
