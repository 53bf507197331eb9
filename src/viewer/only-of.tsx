import { Checkbox } from '@/ui/form/checkbox';
import type { TaskPath } from '@/workflow/task-path';
import { useTaskLabel } from './use-task-label';

interface OnlyOfProps {
  readonly taskPath: TaskPath;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Limits a list to the selected task and the tasks inside it. */
export function OnlyOf({ taskPath, checked, onChange }: OnlyOfProps) {
  return <Checkbox label={`Only ${useTaskLabel(taskPath).label}`} checked={checked} onChange={onChange} />;
}
