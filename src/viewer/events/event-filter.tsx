import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { EventStatus } from '@/run/event-query';
import type { EventSearch } from '@/state/drawer-search';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import { TextInput } from '@/ui/form/text-input';
import { Menu } from '@/ui/overlay/menu';
import type { TaskPath } from '@/workflow/task-path';
import { OnlyOf } from '../only-of';
import styles from './event-filter.module.css';
import { KindPicker } from './kind-picker';

interface EventFilterProps {
  readonly search: EventSearch;
  /** Path of the selected task. */
  readonly selected: TaskPath | undefined;
  /** The number of events, or of matches, in words. */
  readonly said: string;
  readonly onChange: (change: Partial<EventSearch>) => void;
}

const statuses: readonly { readonly value: EventStatus | 'any'; readonly label: string }[] = [
  { value: 'any', label: 'Any outcome' },
  { value: 'ok', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waited' },
  { value: 'skipped', label: 'Skipped or cancelled' },
];

/** Filters and sorts the list of events. */
export function EventFilterBar({ search, selected, said, onChange }: EventFilterProps) {
  const status = search.status ?? 'any';
  return (
    <div className={styles.filter}>
      <KindPicker kinds={search.kinds} onChange={(kinds) => onChange({ kinds })} />
      <Menu
        label="Outcome"
        trigger={
          <Button>
            {statuses.find(({ value }) => value === status)?.label}
            <ChevronsUpDown aria-hidden="true" />
          </Button>
        }
        entries={[
          {
            kind: 'choice',
            label: 'Outcome',
            options: statuses,
            value: status,
            onChange: (value) => onChange({ status: findStatus(value) }),
          },
        ]}
      />
      <TextInput
        aria-label="Find in events"
        placeholder="Find in events"
        type="search"
        className={styles.find}
        value={search.text}
        onChange={(text) => onChange({ text })}
      />
      {selected !== undefined && (
        <OnlyOf
          taskPath={selected}
          checked={search.onlySelected}
          onChange={(onlySelected) => onChange({ onlySelected })}
        />
      )}
      <span className={styles.said} role="status">
        {said}
      </span>
      <Segmented
        label="Order"
        value={search.newestFirst ? 'newest' : 'oldest'}
        options={[
          { value: 'oldest', label: 'Oldest first' },
          { value: 'newest', label: 'Newest first' },
        ]}
        onChange={(order) => onChange({ newestFirst: order === 'newest' })}
      />
    </div>
  );
}

function findStatus(value: string): EventStatus | undefined {
  const chosen = statuses.find((one) => one.value === value)?.value;
  return chosen === 'any' ? undefined : chosen;
}
