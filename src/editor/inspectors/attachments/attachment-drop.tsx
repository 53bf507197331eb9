import FilePlus from 'lucide-react/icons/file-plus';
import { type DragEvent, type ReactNode, useState } from 'react';
import { chosenFiles, droppedFiles, type GivenFiles } from '@/editor/files/collect-files';
import { addFiles } from '@/editor/files/file-actions';
import { pickFiles } from '@/editor/files/pick-files';
import { useStores } from '@/state/context';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { filePath } from '@/workflow/file-path';
import styles from './attachments.module.css';

interface AttachmentDropProps {
  /** Told the paths of files that are now kept with the workflow. */
  readonly onAdded: (paths: readonly string[]) => void;
  readonly children: ReactNode;
}

/** Takes files that are dropped or chosen, and keeps them with the workflow. */
export function AttachmentDrop({ onAdded, children }: AttachmentDropProps) {
  const stores = useStores();
  const [over, setOver] = useState(false);
  const add = async (given: GivenFiles): Promise<void> => {
    if (await addFiles(stores, given)) onAdded(given.files.map(({ path }) => filePath(path)));
  };
  const onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    setOver(false);
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then(add);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped can be chosen by the button too
    <div
      className={classNames(styles.drop, over && styles.over)}
      data-takes-files=""
      data-testid="attachments"
      onDragOver={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
      <Button size="s" icon={<FilePlus />} onClick={() => void pickFiles('files').then(chosenFiles).then(add)}>
        Add files
      </Button>
    </div>
  );
}
