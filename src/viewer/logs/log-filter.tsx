import { useState } from 'react';
import type { IterationLog, IterationQuery } from '@/run/iteration-log';
import type { LogSearch } from '@/state/drawer-search';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import type { TaskPath } from '@/workflow/task-path';
import { OnlyOf } from '../only-of';
import type { PagedWindow } from '../paging/use-window';
import styles from './logs-pane.module.css';

interface LogFilterProps {
  readonly search: LogSearch;
  /** Path of the selected task. */
  readonly selected: TaskPath | undefined;
  readonly found: PagedWindow<IterationLog>;
  /** The number of all iterations. */
  readonly count: number;
  readonly onChange: (change: Partial<LogSearch>) => void;
}

const exits = [
  { value: 'any', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: '0', label: 'Exit 0' },
  { value: '-1', label: 'Timed out or could not run' },
  { value: 'other', label: 'Another exit code…' },
] as const;
type Exit = (typeof exits)[number]['value'];

/** Filters the iterations: by exit code, by text, or only those of the selected task. */
export function LogFilter({ search, selected, found, count, onChange }: LogFilterProps) {
  const [other, setOther] = useState(() => findExit(search.exitCode) === 'other');
  const exit = other ? 'other' : findExit(search.exitCode);
  const { entries, more } = found;
  const isWhole = !more.backward && !more.forward;
  return (
    <div className={styles.filter}>
      <Select
        label="How they ended"
        className={styles.exits}
        value={exit}
        options={exits}
        onChange={(value) => {
          setOther(value === 'other');
          onChange({ exitCode: value === 'failed' ? value : parseCode(value) });
        }}
      />
      {other && (
        <TextInput
          aria-label="Exit code"
          className={styles.code}
          inputMode="numeric"
          placeholder="137"
          value={typeof search.exitCode === 'number' ? String(search.exitCode) : ''}
          onChange={(text) => onChange({ exitCode: parseCode(text) })}
        />
      )}
      <TextInput
        aria-label="Find in commands and outputs"
        placeholder="Find in commands and outputs"
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
      <span className={styles.count} role="status">
        {isWhole ? entries.length.toLocaleString('en') : `${entries.length.toLocaleString('en')} read`} of{' '}
        {count.toLocaleString('en')}
      </span>
    </div>
  );
}

function findExit(code: IterationQuery['exitCode']): Exit {
  if (code === undefined) return 'any';
  return exits.find(({ value }) => value === String(code))?.value ?? 'other';
}

/** The typed number; undefined for anything else. */
function parseCode(text: string): number | undefined {
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
