import type { RunSource } from '@/storage/run-journal';

/**
 * The file whose secrets a stored run may send: that which it was started from. `-`, no file, for a run of which that
 * is
 * not known, or which came from elsewhere and only says that it is of a workflow of this name.
 */
export function findTrustedFile(source: RunSource | undefined): string {
  return source === undefined || source.imported === true ? '-' : source.file;
}
