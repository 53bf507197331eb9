import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { RunEventKind } from '@/run/events';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Popover } from '@/ui/overlay/popover';
import styles from './event-filter.module.css';
import { formatKind, formatKinds, kindGroups } from './kind-groups';

interface KindPickerProps {
  /** Empty: all. */
  readonly kinds: readonly RunEventKind[];
  readonly onChange: (kinds: readonly RunEventKind[]) => void;
}

/** Selects the kinds of events to list: one by one, or a whole group. */
export function KindPicker({ kinds, onChange }: KindPickerProps) {
  const setKinds = (wanted: readonly RunEventKind[], on: boolean) => {
    const others = kinds.filter((kind) => !wanted.includes(kind));
    onChange(on ? [...others, ...wanted] : others);
  };
  return (
    <Popover
      label="Kinds of events"
      trigger={
        <Button>
          {formatKinds(kinds)}
          <ChevronsUpDown aria-hidden="true" />
        </Button>
      }
    >
      <div className={styles.groups}>
        {kindGroups.map((group) => (
          <fieldset key={group.name} className={styles.group}>
            <legend>
              <Checkbox
                label={group.name}
                checked={group.kinds.every((kind) => kinds.includes(kind))}
                onChange={(on) => setKinds(group.kinds, on)}
              />
            </legend>
            {group.kinds.map((kind) => (
              <Checkbox
                key={kind}
                label={formatKind(kind)}
                checked={kinds.includes(kind)}
                onChange={(on) => setKinds([kind], on)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <Button size="s" disabled={kinds.length === 0} onClick={() => onChange([])}>
        Show all kinds
      </Button>
    </Popover>
  );
}
