import { useVirtualizer } from '@tanstack/react-virtual';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type KeyboardEvent, useId, useRef } from 'react';
import { formatBytes } from '@/base/figures';
import { stepOf } from '../tree/step-of';
import type { FileRow } from './file-rows';
import styles from './files-panel.module.css';

const rowHeight = 42;
/** Characters at the end of a name that are always seen. */
const nameEnd = 8;

interface FileListProps {
  readonly rows: readonly FileRow[];
  /** Path of the selected one. */
  readonly selected: string | undefined;
  readonly onSelect: (path: string) => void;
}

/** The files as a list: path and size, and what is said about them. One tab stop; arrows walk. */
export function FileList({ rows, selected, onSelect }: FileListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const active = rows.findIndex(({ path }) => path === selected);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const drawn = list.getVirtualItems();
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event.key, active, rows.length);
    const row = next === undefined ? undefined : rows[next];
    if (next === undefined || row === undefined) return;
    event.preventDefault();
    onSelect(row.path);
    list.scrollToIndex(next);
  };
  if (rows.length === 0) return <p className={styles.none}>No file has these words.</p>;
  return (
    <div
      ref={scroller}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label="Files"
      aria-activedescendant={drawn.some(({ index }) => index === active) ? `${prefix}${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} role="presentation" style={{ height: list.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys; options take no focus of their own.
              <div
                key={row.path}
                id={`${prefix}${index}`}
                role="option"
                tabIndex={-1}
                // The parts of a name would be heard as words of their own.
                aria-label={`${row.path}, ${remarkOn(row) ?? row.about}`}
                aria-selected={index === active}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
                title={row.path}
                onClick={() => onSelect(row.path)}
              >
                <FileRowText row={row} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function FileRowText({ row }: { readonly row: FileRow }) {
  const { path, bytes, about } = row;
  const remark = remarkOn(row);
  const lacks = bytes === undefined || about === undefined;
  const start = path.lastIndexOf('/') + 1;
  // Names that are alike differ at their end as a rule: a long one is cut before it.
  const end = Math.max(start, path.length - nameEnd);
  return (
    <>
      <span className={styles.head}>
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

/** What is to be said of a file rather than what the index says. */
function remarkOn({ bytes, about }: FileRow): string | undefined {
  if (bytes === undefined) return 'Nothing stored';
  if (about === undefined) return 'Not in the index';
  return about === '' ? 'Nothing is said about it' : undefined;
}
