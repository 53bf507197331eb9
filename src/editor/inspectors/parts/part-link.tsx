import ChevronRight from 'lucide-react/icons/chevron-right';
import { cleanShownText } from '@/base/shown-text';
import { makeNameVisible } from '@/base/visible-text';
import { TypeIcon } from '@/ui/display/type-tile';
import { type Task, taskTraits } from '@/workflow/tasks';
import styles from './parts.module.css';

interface PartLinkProps {
  readonly label: string;
  readonly task: Task;
  /** Its accessible name, where nothing around it has one. */
  readonly name?: string;
  readonly onOpen: () => void;
}

/** A part of a container, by its name, as a link that opens it. */
export function PartLink({ label, task, name, onOpen }: PartLinkProps) {
  const { label: type } = taskTraits[task.type];
  return (
    <button
      type="button"
      name={name}
      className={styles.link}
      onClick={onOpen}
      title={cleanShownText(task.description ?? type)}
    >
      <TypeIcon look={taskTraits[task.type]} />
      <span className={styles.label}>{makeNameVisible(label)}</span>
      <span className={styles.about}>{task.disabled ? 'skipped' : type}</span>
      <ChevronRight aria-hidden="true" />
    </button>
  );
}
