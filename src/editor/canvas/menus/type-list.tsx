import { Command } from 'cmdk';
import { TypeTile } from '@/ui/display/type-tile';
import { type TaskType, taskTraits } from '@/workflow/tasks';
import { findTypes, paletteFamilies } from '../../palette/palette-types';

export interface TypeListProps {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly choose: (type: TaskType) => void;
  /** Closes the menu without a choice. */
  readonly leave: () => void;
}

/** The task types that match the typed text. */
export function TypeList({ typed, onType, choose, leave }: TypeListProps) {
  return (
    <Command
      label="Add a task"
      // The same search as in the palette: a match of scattered letters would put another type first.
      filter={(type, text) => (findTypes(text).some((found) => found === type) ? 1 : 0)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
        if (event.key === 'Escape' || event.key === 'Tab') event.preventDefault();
      }}
    >
      <Command.Input autoFocus placeholder="Add a task" value={typed} onValueChange={onType} />
      <Command.List label="Task types">
        <Command.Empty>No matching types.</Command.Empty>
        {paletteFamilies.map((types) => (
          <Command.Group key={types[0]}>
            {types.map((type) => (
              <Command.Item key={type} value={type} onSelect={() => choose(type)}>
                <TypeTile look={taskTraits[type]} />
                {taskTraits[type].label}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
