import type { Files } from '@/engine/ports/files';
import { normalizeFilePath } from '@/workflow/file-path';
import type { FileRepository } from '@/workflow/file-repository';

interface RunFilesOptions {
  /** The files of each run under its id. */
  readonly own: FileRepository;
  /** Those of the workflow. */
  readonly beneath: Files;
  /** Whether what is written goes to the files of the workflow. */
  readonly writesThrough: boolean;
}

/**
 * The files of one run: those that it was given and those that it wrote lie over the files of its workflow, which stay
 * as they are unless it writes through. So runs at the same time do not meet in a file. A run that does not write
 * through cannot remove a file of the workflow.
 */
export function createRunFiles(executionId: string, { own, beneath, writesThrough }: RunFilesOptions): Files {
  const isOwn = async (path: string) =>
    (await own.list(executionId)).some((file) => file.path === normalizeFilePath(path));
  return {
    list: async () => {
      const all = new Map((await beneath.list()).map((file) => [file.path, file]));
      for (const file of await own.list(executionId)) all.set(file.path, file);
      return [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    read: async (path) => (await own.read(executionId, path)) ?? beneath.read(path),
    pages: async (path) => {
      if (await isOwn(path)) return readOwnPages(own, executionId, path);
      return beneath.pages === undefined ? createOnePage(await beneath.read(path)) : beneath.pages(path);
    },
    write: async (path, content) => {
      if (writesThrough && !(await isOwn(path))) await beneath.write(path, content);
      else await own.write(executionId, [{ path, content }]);
    },
    remove: async (path) => {
      await own.remove(executionId, [path]);
      if (writesThrough) await beneath.remove(path);
    },
  };
}

async function readOwnPages(
  own: FileRepository,
  executionId: string,
  path: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  return own.pages === undefined ? createOnePage(await own.read(executionId, path)) : own.pages(executionId, path);
}

function createOnePage(content: Uint8Array | undefined): AsyncIterable<Uint8Array> | undefined {
  return (
    content &&
    (async function* () {
      yield content;
    })()
  );
}
