import { resolve } from 'node:path';
import type { Files } from '@/engine/ports/files';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';

/** Files that a run was given: the path that its tasks know, and the absolute path on this machine. */
export type InputFiles = Readonly<Record<string, string>>;

/** Finds a file on this machine for a value `@FILE`. Refused with a message. */
export async function findGivenFile(
  io: Io,
  file: string,
  most: number,
): Promise<{ readonly place: string; readonly bytes: number } | string> {
  try {
    const { length } = await io.read(file, most + 1);
    return { place: resolve(io.machine.folder, file), bytes: length };
  } catch (error) {
    return `${file}: ${explainFsError(error)}`;
  }
}

/** The files of a run: those that it was given, over those of its folder. What a task writes goes to the folder. */
export function addGivenFiles(files: Files, given: InputFiles | undefined, io: Pick<Io, 'read'>): Files {
  if (given === undefined) return files;
  const readGiven = (path: string): Promise<Uint8Array> | undefined =>
    Object.hasOwn(given, path) ? io.read(given[path] ?? '', Number.MAX_SAFE_INTEGER) : undefined;
  return {
    ...files,
    list: async () => {
      const paths = Object.keys(given);
      const own = await Promise.all(
        paths.map(async (path) => ({ path, bytes: (await readGiven(path)?.catch(() => undefined))?.length ?? 0 })),
      );
      const others = (await files.list()).filter(({ path }) => !Object.hasOwn(given, path));
      return [...others, ...own].sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    read: async (path) => (await readGiven(path)) ?? files.read(path),
    pages: async (path) => {
      const content = await readGiven(path);
      if (content === undefined) return files.pages?.(path);
      return (async function* () {
        yield content;
      })();
    },
  };
}
