import Maximize2 from 'lucide-react/icons/maximize-2';
import { useStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import type { WritingLanguage } from '@/state/view-store';
import { Button } from '@/ui/form/button';
import type { FieldPath } from '../inspectors/fields/field-path';
import { useSubject } from '../inspectors/fields/subject';
import styles from './write-button.module.css';

interface WriteButtonProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly language: WritingLanguage;
}

/** Opens a schema as a form, beside its text. */
export function SchemaButton({ path, label }: Omit<WriteButtonProps, 'language'>) {
  const { view } = useStores();
  const { taskPath } = useSubject();
  return (
    <Button
      size="s"
      onClick={() => openDialog(view, { name: 'write', text: { taskPath, path, label, language: 'schema' } })}
    >
      Edit as a form
    </Button>
  );
}

/** Opens the text of a field in the large editor. In the field Ctrl+E does, so it costs no stop of the Tab key. */
export function WriteButton({ path, label, language }: WriteButtonProps) {
  const { view } = useStores();
  const { taskPath } = useSubject();
  const open = () => openDialog(view, { name: 'write', text: { taskPath, path, label, language } });
  return <LargeEditorButton label={label} onOpen={open} />;
}

interface LargeEditorButtonProps {
  /** Of the field. */
  readonly label: string;
  readonly onOpen: () => void;
}

/** Opens the large editor for a field, beside its label. */
export function LargeEditorButton({ label, onOpen }: LargeEditorButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label="Write in the large editor"
      title={`${label} in the large editor (Ctrl+E)`}
      tabIndex={-1}
      data-write
      // The field keeps the focus, so that it has it again once the editor is closed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <Maximize2 aria-hidden="true" />
    </button>
  );
}
