import type { FileRepository } from '@/workflow/file-repository';

/**
 * Copies the files of one workflow to another one by one, so that only one is in memory. Errors: those of the
 * repository.
 */
export async function copyFiles(files: FileRepository, from: string, to: string): Promise<void> {
  for (const { path } of await files.list(from)) {
    const content = await files.read(from, path);
    if (content !== undefined) await files.write(to, [{ path, content }]);
  }
}
