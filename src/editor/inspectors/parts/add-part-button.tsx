import Plus from 'lucide-react/icons/plus';
import { TypeIcon } from '@/ui/display/type-tile';
import { Button } from '@/ui/form/button';
import { Menu } from '@/ui/overlay/menu';
import type { MenuEntry } from '@/ui/overlay/menu-entry';
import { type TaskType, taskTraits } from '@/workflow/tasks';
import { paletteFamilies } from '../../palette/palette-types';

interface AddPartButtonProps {
  /** Such as `Add a step`. */
  readonly label: string;
  /** A shorter text for the button where its surroundings say the rest. */
  readonly short?: string;
  readonly onAdd: (type: TaskType) => void;
}

/** Adds a part of the chosen type to a container. */
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

/** All task types as entries of a menu, grouped by family. */
export function typeEntries(onChoose: (type: TaskType) => void): readonly MenuEntry[] {
  return paletteFamilies.flatMap((types, index) => [
    ...(index === 0 ? [] : [{ kind: 'separator' as const }]),
    ...types.map((type) => ({
      kind: 'item' as const,
      label: taskTraits[type].label,
      icon: <TypeIcon look={taskTraits[type]} />,
      onSelect: () => onChoose(type),
    })),
  ]);
}
