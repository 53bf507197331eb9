import { useState } from 'react';
import { useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { editIndex, indexFile, removeFile } from './file-actions';
import type { FileRow } from './file-rows';
import styles from './files-panel.module.css';

interface FileDetailProps {
  readonly row: FileRow;
  /** Called after the stored files have changed. */
  readonly onChanged: () => void;
}

/** The selected file: its description, which can be edited, what is missing, and how to mend that. */
export function FileDetail({ row: { path, bytes, about }, onChanged }: FileDetailProps) {
  const stores = useStores();
  return (
    <section className={styles.detail} aria-label={`File ${path}`}>
      <h2 className={styles.path}>{path}</h2>
      {about === undefined ? (
        <p>It is stored with the workflow and models can read it, but a memory match does not find it.</p>
      ) : (
        <AboutField path={path} about={about} />
      )}
      {bytes === undefined && (
        <p>It is not stored in this browser. Drop the file here, with its folders, to add what is in it.</p>
      )}
      <div className={styles.actions}>
        {about === undefined && (
          <Button size="s" onClick={() => void indexFile(stores, path)}>
            Add to the index
          </Button>
        )}
        <Button size="s" variant="danger" onClick={() => void removeFile(stores, path, onChanged)}>
          Remove
        </Button>
      </div>
    </section>
  );
}

/** Written into the document when its typing is finished. */
function AboutField({ path, about }: { readonly path: string; readonly about: string }) {
  const stores = useStores();
  const [draft, setDraft] = useState<string>();
  const commitAbout = async (): Promise<void> => {
    if (draft !== undefined && draft !== about) {
      await editIndex(stores, `Describe ${path}`, (index) => ({ ...index, [path]: draft }));
    }
    setDraft(undefined);
  };
  return (
    <Field label="Description">
      <TextArea value={draft ?? about} rows={3} onChange={setDraft} onBlur={() => void commitAbout()} />
    </Field>
  );
}
