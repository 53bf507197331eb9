import FilePlus from 'lucide-react/icons/file-plus';
import type { ReactNode } from 'react';
import { collectChosenFiles, collectDroppedFiles, type GivenFiles } from '@/editor/files/collect-files';
import { addFiles } from '@/editor/files/file-actions';
import { pickFiles } from '@/editor/files/pick-files';
import { useStores } from '@/state/context';
import { DropZone } from '@/ui/drop/drop-zone';
import { Button } from '@/ui/form/button';
import { normalizeFilePath } from '@/workflow/file-path';
import styles from './attachments.module.css';

interface AttachmentDropProps {
  /** Receives the paths of files that are now stored with the workflow. */
  readonly onAdded: (paths: readonly string[]) => void;
  readonly children: ReactNode;
}

/** Accepts files that are dropped or chosen, and stores them with the workflow. */
export function AttachmentDrop({ onAdded, children }: AttachmentDropProps) {
  const stores = useStores();
  const addGiven = async (given: GivenFiles): Promise<void> => {
    if (await addFiles(stores, given)) onAdded(given.files.map(({ path }) => normalizeFilePath(path)));
  };
  return (
    <DropZone
      className={styles.drop}
      data-testid="attachments"
      onDrop={(dropped) => void collectDroppedFiles(dropped).then(addGiven)}
    >
      {children}
      <Button
        size="s"
        icon={<FilePlus />}
        onClick={() => void pickFiles('files').then(collectChosenFiles).then(addGiven)}
      >
        Add files
      </Button>
    </DropZone>
  );
}
