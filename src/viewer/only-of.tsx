import { Checkbox } from '@/ui/form/checkbox';
import type { TaskPath } from '@/workflow/place';
import { usePlaced } from './use-placed';

interface OnlyOfProps {
  readonly place: TaskPath;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Whether a list is of the selected task, and of all in it, alone. */
export function OnlyOf({ place, checked, onChange }: OnlyOfProps) {
  return <Checkbox label={`Only ${usePlaced(place).label}`} checked={checked} onChange={onChange} />;
}
