import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Files } from '@/engine/ports/files';
import type { Plan } from '@/plan/plan';
import { normalizeFilePath } from '@/workflow/file-path';
import { listTestFiles } from '@/workflow/test-files';

/** The files without those that tests or options name: no model sees what is expected of it. */
export function hideFiles({ list, read, write, remove }: Files, hidden: ReadonlySet<string>): Files {
  return {
    list: async () => (await list()).filter(({ path }) => !hidden.has(path)),
    read: async (path) => (hidden.has(normalizeFilePath(path)) ? undefined : read(path)),
    write,
    remove,
  };
}

/**
 * The files of a workflow as its runs see them: without those that its tests name, but for those that its tasks name
 * too.
 */
export function hideTestFiles(files: Files, { settings, ...definition }: Plan): Files {
  if (settings.tests === undefined) return files;
  const written = encodeJson([definition.tasks, definition.library ?? null] as unknown as Json);
  const hidden = [...listTestFiles(settings)].filter((path) => !written.includes(path.slice(1)));
  return hidden.length === 0 ? files : hideFiles(files, new Set(hidden));
}
