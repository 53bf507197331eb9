import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import X from 'lucide-react/icons/x';
import { IconButton } from '@/ui/form/icon-button';
import { listParts } from '@/workflow/task-path';
import type { FieldPath } from '../fields/field-path';
import fields from '../fields/fields.module.css';
import { useSubjectTask } from '../fields/subject';
import { useField } from '../fields/use-field';
import { AddPartButton } from './add-part-button';
import { PartLink } from './part-link';
import styles from './parts.module.css';
import { useParts } from './use-parts';

interface PartListProps {
  readonly path: FieldPath;
  readonly slot: 'step' | 'subtask';
  readonly label: string;
  readonly empty: string;
}

/** The steps of a sequence, in order, or the subtasks of a group. */
export function PartList({ path, slot, label, empty }: PartListProps) {
  const { name } = useField(path);
  const task = useSubjectTask();
  const parts = useParts();
  const listed = task === undefined ? [] : listParts(task).filter(({ position }) => position.role === slot);
  const isOrdered = slot === 'step';
  return (
    <fieldset name={name} className={`${fields.section} ${fields.plain}`} aria-label={label}>
      <div className={fields.caption}>
        {label}
        <AddPartButton label={`Add a ${slot}`} onAdd={(type) => parts.add(slot, type)} />
      </div>
      {listed.length === 0 && <p className={fields.quiet}>{empty}</p>}
      <ol className={styles.list}>
        {listed.map(({ task: part, position: { segment } }, index) => (
          <li key={segment} className={styles.row}>
            <PartLink label={part.name ?? segment} task={part} onOpen={() => parts.open(segment)} />
            {isOrdered && (
              <>
                <IconButton
                  label={`Move ${segment} up`}
                  icon={<ArrowUp />}
                  disabled={index === 0}
                  onClick={() => parts.move(segment, -1)}
                />
                <IconButton
                  label={`Move ${segment} down`}
                  icon={<ArrowDown />}
                  disabled={index === listed.length - 1}
                  onClick={() => parts.move(segment, 1)}
                />
              </>
            )}
            <IconButton label={`Remove ${segment}`} icon={<X />} onClick={() => parts.remove(segment)} />
          </li>
        ))}
      </ol>
      {parts.refused !== undefined && <p className={fields.bad}>{parts.refused}</p>}
    </fieldset>
  );
}
