import type { FileEntry } from '@/workflow/file-repository';

/** A row of the list of files: in the memory index, in the storage, or in both. */
export interface FileRow {
  readonly path: string;
  /** Undefined: it is not stored here. */
  readonly bytes: number | undefined;
  /** Its description in the index; undefined: it is not in the index. */
  readonly about: string | undefined;
}

/** All files of the index and of the storage, by path. */
export function buildFileRows(
  index: Readonly<Record<string, string>>,
  entries: readonly FileEntry[],
): readonly FileRow[] {
  const rows = new Map<string, FileRow>();
  for (const [path, about] of Object.entries(index)) rows.set(path, { path, about, bytes: undefined });
  for (const { path, bytes } of entries) rows.set(path, { path, about: rows.get(path)?.about, bytes });
  return [...rows.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The rows whose path or description contains every word of a search. */
export function findRows(rows: readonly FileRow[], search: string): readonly FileRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ path, about = '' }) => {
    const text = `${path}\n${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
