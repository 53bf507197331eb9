import { AppError } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import { normalizeFilePath } from '@/workflow/file-path';
import { type FileContent, fileLimits } from '@/workflow/file-repository';

/**
 * The files with normalised paths, each path once (the last file of a path counts). Error `FILE_REFUSED` if a file is
 * too large.
 */
export function checkFiles(files: readonly FileContent[]): readonly FileContent[] {
  const byPath = new Map<string, FileContent>();
  for (const { path: written, content } of files) {
    const path = normalizeFilePath(written);
    if (content.length > fileLimits.bytes) throw createTooLargeError(path, content.length);
    byPath.set(path, { path, content });
  }
  return [...byPath.values()];
}

function createTooLargeError(path: string, bytes: number): AppError {
  return new AppError('FILE_REFUSED', `“${path}” is too large: ${formatBytes(bytes)}.`, {
    advice: `A file may have up to ${formatBytes(fileLimits.bytes)}. Leave it out, or keep a part of it.`,
  });
}

/**
 * Error `FILE_REFUSED` if a workflow with the stored paths would have too many files once those in `added` are added.
 */
export function checkFileCount(stored: Iterable<string>, added: readonly FileContent[]): void {
  const count = new Set([...stored, ...added.map(({ path }) => path)]).size;
  if (count <= fileLimits.count) return;
  throw new AppError('FILE_REFUSED', `A workflow may have ${fileLimits.count} files; these would be ${count}.`, {
    advice: 'Remove some, or add a smaller folder.',
  });
}
