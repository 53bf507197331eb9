import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createCancelledError } from '@/base/cancelled';
import type { FileCopy } from '@/engine/ports/files';
import type { ScriptCopyRunner } from '@/engine/ports/script-runner';
import { fileLimits } from '@/workflow/file-repository';
import { explainFsError } from '../explain-fs-error';
import { resolveInside } from '../resolve-inside';
import { copyFolder, type FolderCopy } from './copy-folder';
import { type ListedFile, listChanges } from './folder-changes';
import { createNotRunExit, type ProcessPlace, runProcess } from './run-process';

/**
 * Runs the scripts of one try in a copy of the folder, which is made for the first of them. Before a script, what the
 * try has changed by other means is written into the copy; after it, what the script changed there goes into `files`.
 * `outer`: the copies of the files that this one is a copy of, the outermost first.
 */
export function createCopyRunner(
  place: ProcessPlace,
  except: readonly string[],
  files: FileCopy,
  outer: readonly FileCopy[] = [],
): ScriptCopyRunner {
  let copied: Promise<FolderCopy> | undefined;
  /** What the folder has of the changes already. */
  const written = new Map<string, Uint8Array | undefined>();

  const bringIn = async (folder: string) => {
    const changes = await Promise.all([...outer, files].map((copy) => copy.changes()));
    for (const [path, content] of new Map(changes.flatMap((each) => [...each]))) {
      if (written.has(path) && written.get(path) === content) continue;
      written.set(path, content);
      // A link may lead to the original.
      const file = await resolveInside(folder, path);
      if (file === undefined) continue;
      if (content === undefined) await rm(file, { force: true });
      else {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
    }
  };
  /** Takes what a script changed into the copy of the files. Returns a line for each file that cannot be taken. */
  const takeOut = async (folder: string, changed: ReadonlyMap<string, ListedFile | undefined>) => {
    const notes: string[] = [];
    for (const [path, file] of changed) {
      if (path.includes('/.') || file?.isFile === false) continue;
      if (file !== undefined && file.bytes > fileLimits.bytes) {
        notes.push(`${path} is larger than ${fileLimits.bytes / 1e6} MB, and is not kept of this try.`);
        continue;
      }
      if (file === undefined) await files.remove(path);
      else await files.write(path, await readFile(join(folder, path)));
      written.set(path, (await files.changes()).get(path));
    }
    return notes;
  };

  return {
    async run(request, sink, signal, callTool) {
      if (signal.aborted) throw createCancelledError('The script');
      copied ??= copyFolder(place.folder, except);
      let folder: string;
      try {
        ({ folder } = await copied);
        await bringIn(folder);
      } catch (error) {
        return createNotRunExit(`The script could not be started in a copy of its folder: ${explainFsError(error)}.`);
      }
      const changes = listChanges(folder, { most: Number.POSITIVE_INFINITY });
      const exit = await runProcess(request, { ...place, folder }, sink, signal, callTool);
      const changed = changes() ?? new Map();
      const notes = await takeOut(folder, changed);
      const said = [exit.said, ...notes.map((note) => `${note}\n`)].join('');
      return { ...exit, said, ...(changed.size === 0 ? {} : { filesChanged: [...changed.keys()] }) };
    },
    over: (inner) => createCopyRunner(place, except, inner, [...outer, files]),
    async close() {
      const copy = await copied?.catch(() => undefined);
      if (copy !== undefined) await rm(copy.root, { recursive: true, force: true });
    },
  };
}
