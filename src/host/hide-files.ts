import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Files } from '@/engine/ports/files';
import type { Plan } from '@/plan/plan';
import { normalizeFilePath } from '@/workflow/file-path';
import { findTestsFile, isNamedInTests, listTestFiles } from '@/workflow/test-files';

/** The files without those that tests or options name: no model sees what is expected of it. */
export function hideFiles({ list, read, write, remove }: Files, hidden: Pick<ReadonlySet<string>, 'has'>): Files {
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
  const isNeeded = (path: string) => written.includes(path.slice(1));
  const hidden = new Set([...listTestFiles(settings)].filter((path) => !isNeeded(path)));
  const file = findTestsFile(settings);
  if (file === undefined) return hidden.size === 0 ? files : hideFiles(files, hidden);
  let read: Promise<Files> | undefined;
  // What the tests name stands in their file, which is read once a run asks for files.
  const hideNamed = (): Promise<Files> => {
    read ??= files.read(`/${file}`).then((bytes) => {
      const text = new TextDecoder().decode(bytes);
      const has = (path: string) => hidden.has(path) || (isNamedInTests(text, path) && !isNeeded(path));
      return hideFiles(files, { has });
    });
    return read;
  };
  return {
    ...{ write: files.write, remove: files.remove },
    list: async () => (await hideNamed()).list(),
    read: async (path) => (await hideNamed()).read(path),
  };
}
