import { AppError } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import { filePath } from '@/workflow/file-path';
import { type FileContent, fileLimits } from '@/workflow/file-repository';

/**
 * The files with their paths in the one form, each path once (the last one counts). Error `FILE_REFUSED` for one that
 * is too large.
 */
export function checkedFiles(files: readonly FileContent[]): readonly FileContent[] {
  const byPath = new Map<string, FileContent>();
  for (const { path: written, content } of files) {
    const path = filePath(written);
    if (content.length > fileLimits.bytes) throw tooLarge(path, content.length);
    byPath.set(path, { path, content });
  }
  return [...byPath.values()];
}

function tooLarge(path: string, bytes: number): AppError {
  return new AppError('FILE_REFUSED', `“${path}” is too large: ${formatBytes(bytes)}.`, {
    advice: `A file may have up to ${formatBytes(fileLimits.bytes)}. Leave it out, or keep a part of it.`,
  });
}

/** Error `FILE_REFUSED` if a workflow that has these paths would get too many with those that are added. */
export function checkFileCount(stored: Iterable<string>, added: readonly FileContent[]): void {
  const count = new Set([...stored, ...added.map(({ path }) => path)]).size;
  if (count <= fileLimits.count) return;
  throw new AppError('FILE_REFUSED', `A workflow may have ${fileLimits.count} files; these would be ${count}.`, {
    advice: 'Remove some, or add a smaller folder.',
  });
}
