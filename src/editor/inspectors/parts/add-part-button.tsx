import Plus from 'lucide-react/icons/plus';
import { TypeIcon } from '@/ui/display/type-tile';
import { Button } from '@/ui/form/button';
import { Menu } from '@/ui/overlay/menu';
import type { MenuEntry } from '@/ui/overlay/menu-entry';
import { type TaskType, taskTypeInfo } from '@/workflow/tasks';
import { paletteFamilies } from '../../palette/palette-types';

interface AddPartButtonProps {
  /** Such as `Add a step`. */
  readonly label: string;
  /** What stands on it, where what is around it says the rest. */
  readonly short?: string;
  readonly onAdd: (type: TaskType) => void;
}

/** Adds a task within another, of the type that is chosen. */
export function AddPartButton({ label, short = label, onAdd }: AddPartButtonProps) {
  return (
    <Menu
      label={label}
      align="end"
      entries={typeEntries(onAdd)}
      trigger={
        <Button size="s" variant="ghost" icon={<Plus />} aria-label={label}>
          {short}
        </Button>
      }
    />
  );
}

/** All types as entries of a menu, by families. */
export function typeEntries(onChoose: (type: TaskType) => void): readonly MenuEntry[] {
  return paletteFamilies.flatMap((types, index) => [
    ...(index === 0 ? [] : [{ kind: 'separator' as const }]),
    ...types.map(({ type }) => ({
      kind: 'item' as const,
      label: taskTypeInfo[type].label,
      icon: <TypeIcon type={type} family={taskTypeInfo[type].family} />,
      onSelect: () => onChoose(type),
    })),
  ]);
}
