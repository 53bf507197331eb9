import { useMemo } from 'react';
import { computeUtf8Length } from '@/base/bytes';
import { formatBytes } from '@/base/figures';
import { ScrollRegion } from '@/ui/display/scroll-region';
import styles from './export-dialog.module.css';
import { startOfText } from './start-of-text';

/** The text of a file before it is exported, or its start, with its size. */
export function ExportPreview({ name, text }: { readonly name: string; readonly text: string }) {
  const start = useMemo(() => startOfText(text), [text]);
  const size = useMemo(() => formatBytes(computeUtf8Length(text)), [text]);
  return (
    <>
      <div className={styles.file}>
        <span className={styles.name}>{name}</span>
        <span className={styles.size}>{size}</span>
      </div>
      <ScrollRegion label="Preview" className={styles.preview}>
        <pre>{start}</pre>
      </ScrollRegion>
      {start.length < text.length && <p className={styles.remark}>Only the start is shown. The file has all of it.</p>}
    </>
  );
}
