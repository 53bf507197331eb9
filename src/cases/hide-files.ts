import type { Files } from '@/engine/ports/files';
import { normalizeFilePath } from '@/workflow/file-path';

/** The files without those that tests or options name: no model sees what is expected of it. */
export function hideFiles({ list, read, write, remove }: Files, hidden: ReadonlySet<string>): Files {
  return {
    list: async () => (await list()).filter(({ path }) => !hidden.has(path)),
    read: async (path) => (hidden.has(normalizeFilePath(path)) ? undefined : read(path)),
    write,
    remove,
  };
}
