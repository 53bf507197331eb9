import { formatBytes } from '@/base/figures';
import { drawnLimits, findDrawableType } from '@/plan/attachments/drawn-image';
import { useDocument, useStores } from '@/state/context';
import { Thumbnail } from '@/ui/display/thumbnail';
import type { FileEntry } from '@/workflow/file-repository';
import styles from './attachments.module.css';

/** The longest edge of a thumbnail, in pixels. */
const edge = 72;

/**
 * The stored files that a task attaches by path: thumbnails of pictures, and sizes. A file is read when it comes into
 * view.
 */
export function AttachedPictures({ files }: { readonly files: readonly FileEntry[] }) {
  const { services } = useStores();
  const workflow = useDocument(({ id }) => id);
  const loadPicture = async ({ path, bytes }: FileEntry): Promise<Blob | undefined> => {
    if (bytes > drawnLimits.bytes) return undefined;
    const content = await services.files.read(workflow, path);
    const type = content && findDrawableType(content);
    return content && type ? new Blob([new Uint8Array(content)], { type }) : undefined;
  };
  if (files.length === 0) return null;
  return (
    <ul className={styles.pictures}>
      {files.map((file) => (
        <li key={`${file.path} ${file.bytes}`}>
          <Thumbnail alt={file.path} size={edge} load={() => loadPicture(file)} />
          <span title={file.path}>{file.path.slice(file.path.lastIndexOf('/') + 1)}</span>
          <span>{formatBytes(file.bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
