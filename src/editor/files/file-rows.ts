import type { FileEntry } from '@/workflow/file-repository';

/** A file as it is listed: in the memory index, in the storage, or in both. */
export interface FileRow {
  readonly path: string;
  /** Undefined: nothing of it is stored here. */
  readonly bytes: number | undefined;
  /** What the index says about it; undefined: it is not in the index. */
  readonly about: string | undefined;
}

/** All files of the index and of the storage, by path. */
export function fileRows(index: Readonly<Record<string, string>>, entries: readonly FileEntry[]): readonly FileRow[] {
  const rows = new Map<string, FileRow>();
  for (const [path, about] of Object.entries(index)) rows.set(path, { path, about, bytes: undefined });
  for (const { path, bytes } of entries) rows.set(path, { path, about: rows.get(path)?.about, bytes });
  return [...rows.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Those of the rows in whose path or text every word of a search stands. */
export function findRows(rows: readonly FileRow[], search: string): readonly FileRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ path, about = '' }) => {
    const text = `${path}\n${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
