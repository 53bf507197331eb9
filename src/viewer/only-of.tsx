import { Checkbox } from '@/ui/form/checkbox';
import type { TaskPath } from '@/workflow/task-path';
import { useTaskLabel } from './use-task-label';

interface OnlyOfProps {
  readonly taskPath: TaskPath;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Whether a list is of the selected task, and of all in it, alone. */
export function OnlyOf({ taskPath, checked, onChange }: OnlyOfProps) {
  return <Checkbox label={`Only ${useTaskLabel(taskPath).label}`} checked={checked} onChange={onChange} />;
}
