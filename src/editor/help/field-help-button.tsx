import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { memo, useState } from 'react';
import { useStores } from '@/state/context';
import { buildGuideUrl } from '@/ui/guide';
import { Popover } from '@/ui/overlay/popover';
import { locateTask } from '@/workflow/task-path';
import type { FieldPath } from '../inspectors/fields/field-path';
import { useSubject } from '../inspectors/fields/subject';
import { type FieldHelp, findFieldHelp } from './field-help';
import styles from './field-help-button.module.css';

interface FieldHelpButtonProps {
  /** Of the field, from the subject of the form. */
  readonly path: FieldPath;
  readonly label: string;
}

/**
 * What the guide says of a field, with the way there. It shows while the field is pointed at or has the focus, where F1
 * opens it; so it costs no stop of the Tab key. A form has one beside each field, so it is drawn again only for another
 * field.
 */
export const FieldHelpButton = memo(HelpButton, (before, after) => {
  return before.label === after.label && before.path.join('/') === after.path.join('/');
});

function HelpButton({ path, label }: FieldHelpButtonProps) {
  const { document } = useStores();
  const { taskPath, root } = useSubject();
  const [help, setHelp] = useState<FieldHelp>();
  const readHelp = () => {
    const whole = document.getState().document;
    const type = taskPath === undefined ? undefined : locateTask(whole, taskPath)?.task.type;
    setHelp(findFieldHelp(type === undefined ? [...root(whole), ...path] : path, type));
  };
  return (
    <Popover
      label={`Help: ${label}`}
      onOpen={readHelp}
      trigger={
        <button type="button" className={styles.button} aria-label="What is this?" tabIndex={-1} data-help>
          <CircleHelp aria-hidden="true" />
        </button>
      }
    >
      <div className={styles.help}>
        {help === undefined ? <p>The guide says what this is for.</p> : <p>{formatCell(help.sentence)}</p>}
        <a href={buildGuideUrl(help?.page ?? 'language', help?.anchor)} target="heddle-guide" rel="noopener">
          In the guide
        </a>
      </div>
    </Popover>
  );
}

/** A cell of a table of the guide as a sentence: its code as code, its links as text. */
function formatCell(markdown: string) {
  const plain = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('*', '');
  const cell = plain.charAt(0).toUpperCase() + plain.slice(1);
  return (/[.!?]$/.test(cell) ? cell : `${cell}.`).split('`').map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no identity beyond their position
    index % 2 === 1 ? <code key={index}>{piece}</code> : <span key={index}>{piece}</span>,
  );
}
