import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { formatBytes } from '@/base/figures';
import { ListBox } from '@/ui/list/list-box';
import type { FileRow } from './file-rows';
import styles from './files-panel.module.css';

const rowHeight = 42;
/** The last characters of a name, which are always visible. */
const nameEnd = 8;

interface FileListProps {
  readonly rows: readonly FileRow[];
  /** Path of the selected file. */
  readonly selected: string | undefined;
  readonly onSelect: (path: string) => void;
}

/** The files as a list: path, size and description. */
export function FileList({ rows, selected, onSelect }: FileListProps) {
  if (rows.length === 0) return <p className={styles.none}>No matching files.</p>;
  return (
    <ListBox
      label="Files"
      items={rows}
      rowHeight={rowHeight}
      idOf={({ path }) => path}
      // Without this a screen reader would read the two halves of a name as separate words.
      nameOf={(row) => `${row.path}, ${findRemark(row) ?? row.about}`}
      selected={selected}
      onSelect={({ path }) => onSelect(path)}
      className={styles.list}
      rowClassName={styles.row}
    >
      {(row) => <FileRowText row={row} />}
    </ListBox>
  );
}

function FileRowText({ row }: { readonly row: FileRow }) {
  const { path, bytes, about } = row;
  const remark = findRemark(row);
  const lacks = bytes === undefined || about === undefined;
  const start = path.lastIndexOf('/') + 1;
  // Similar names usually differ at their end, so a long name is cut before its end.
  const end = Math.max(start, path.length - nameEnd);
  return (
    <>
      <span className={styles.head} title={path}>
        <span className={styles.folder}>{path.slice(0, start)}</span>
        <span className={styles.name}>{path.slice(start, end)}</span>
        <span>{path.slice(end)}</span>
        {bytes !== undefined && <span className={styles.size}>{formatBytes(bytes)}</span>}
      </span>
      {lacks ? (
        <span className={styles.lacks}>
          <TriangleAlert aria-hidden="true" />
          {remark}
        </span>
      ) : (
        <span className={styles.about}>{remark ?? about}</span>
      )}
    </>
  );
}

/** A remark that replaces the description from the index. */
function findRemark({ bytes, about }: FileRow): string | undefined {
  if (bytes === undefined) return 'Nothing stored';
  if (about === undefined) return 'Not in the index';
  return about === '' ? 'No description' : undefined;
}
