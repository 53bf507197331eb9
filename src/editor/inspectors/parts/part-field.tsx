import X from 'lucide-react/icons/x';
import { IconButton } from '@/ui/form/icon-button';
import { buildPartPath, listParts } from '@/workflow/task-path';
import type { PartSlot } from '@/workflow/tasks/part-slots';
import type { FieldPath } from '../fields/field-path';
import fields from '../fields/fields.module.css';
import { useSubject, useSubjectTask } from '../fields/subject';
import { useField } from '../fields/use-field';
import { AddPartButton } from './add-part-button';
import { PartLink } from './part-link';
import { PartText } from './part-text';
import styles from './parts.module.css';
import { useParts } from './use-parts';

interface PartFieldProps {
  readonly path: FieldPath;
  readonly slot: PartSlot;
  readonly label: string;
  /** What a run does without this part; undefined: the part is required. */
  readonly unset?: string | undefined;
}

/** A field for one part of a container. It opens, removes or adds the part. */
export function PartField({ path, slot, label, unset }: PartFieldProps) {
  const { name, problem } = useField(path);
  const { taskPath = '' } = useSubject();
  const task = useSubjectTask();
  const parts = useParts();
  const part = task && listParts(task).find(({ position }) => position.segment === slot)?.task;
  const error = parts.refused ?? (part ? undefined : problem?.message);
  return (
    <fieldset name={name} className={`${fields.section} ${fields.plain}`} aria-label={label}>
      <div className={fields.caption}>
        {label}
        {part === undefined && (
          <AddPartButton label={`Add: ${label.toLowerCase()}`} short="Add" onAdd={(type) => parts.add(slot, type)} />
        )}
      </div>
      {part ? (
        <>
          <div className={styles.row}>
            <PartLink label={part.name ?? label} task={part} onOpen={() => parts.open(slot)} />
            <IconButton label={`Remove: ${label.toLowerCase()}`} icon={<X />} onClick={() => parts.remove(slot)} />
          </div>
          <PartText label={label.toLowerCase()} task={part} taskPath={buildPartPath(taskPath, slot)} />
        </>
      ) : (
        unset !== undefined && <p className={fields.quiet}>{unset}</p>
      )}
      {error !== undefined && <p className={fields.bad}>{error}</p>}
    </fieldset>
  );
}
