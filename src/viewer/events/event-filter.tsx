import type { EventStatus } from '@/run/event-query';
import type { EventSearch } from '@/state/view-store';
import { Select } from '@/ui/select';
import { TextInput } from '@/ui/text-input';
import type { Place } from '@/workflow/place';
import { OnlyOf } from '../only-of';
import styles from './event-filter.module.css';
import { KindPicker } from './kind-picker';

interface EventFilterProps {
  readonly search: EventSearch;
  /** Place of the selected task. */
  readonly selected: Place | undefined;
  /** How many there are, or were found. */
  readonly said: string;
  readonly onChange: (change: Partial<EventSearch>) => void;
}

const statuses: readonly { readonly value: EventStatus | 'any'; readonly label: string }[] = [
  { value: 'any', label: 'However it went' },
  { value: 'ok', label: 'Went well' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waited' },
  { value: 'skipped', label: 'Skipped or cancelled' },
];

/** Which events are listed, and in which order. */
export function EventFilterBar({ search, selected, said, onChange }: EventFilterProps) {
  return (
    <div className={styles.filter}>
      <KindPicker kinds={search.kinds} onChange={(kinds) => onChange({ kinds })} />
      <Select
        label="How it went"
        className={styles.status}
        value={search.status ?? 'any'}
        options={statuses}
        onChange={(status) => onChange({ status: status === 'any' ? undefined : status })}
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
          place={selected}
          checked={search.onlySelected}
          onChange={(onlySelected) => onChange({ onlySelected })}
        />
      )}
      <span className={styles.said} role="status">
        {said}
      </span>
      <Select
        label="Order"
        className={styles.order}
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
