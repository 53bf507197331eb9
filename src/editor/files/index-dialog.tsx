import { useState } from 'react';
import { useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { Dialog } from '@/ui/overlay/dialog';
import { editIndex } from './file-actions';
import styles from './files-panel.module.css';
import { parseIndex, printIndex } from './index-text';

/** The whole memory index as one text, which can be edited and replaced at once. */
export function IndexDialog({ onClose }: { readonly onClose: () => void }) {
  const stores = useStores();
  const [text, setText] = useState(() => printIndex(stores.document.getState().document.memory?.index ?? {}));
  const [error, setError] = useState<string>();
  const submitIndex = (): void => {
    const index = parseIndex(text);
    if (!index.ok) {
      setError(index.error);
      return;
    }
    void editIndex(stores, 'Replace the memory index', () => index.value);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Descriptions of the files"
      width="wide"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={submitIndex}>
            Replace the index
          </Button>
        </>
      }
    >
      <Field
        label="The memory index"
        hint="A line “path: text” for each file; further lines of a text begin with two spaces. The stored files stay."
        error={error}
      >
        <TextArea
          mono
          data-autofocus
          rows={14}
          className={styles.index}
          value={text}
          onChange={(next) => {
            setText(next);
            setError(undefined);
          }}
        />
      </Field>
    </Dialog>
  );
}
