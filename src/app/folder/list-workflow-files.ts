import { type FileHandle, type FolderHandle, listChildren } from './file-system-access';

/** A file of a folder that holds a workflow, as far as its beginning tells. */
export interface FolderFile {
  /** From the folder on. */
  readonly path: string;
  readonly handle: FileHandle;
  /** Left out: it was opened alone. */
  readonly folder?: FolderHandle;
}

/** The most files that are listed, and the most entries that are looked at: a repository may have very many. */
const most = { files: 500, entries: 20_000 };
/** As many characters of a file are looked at. */
const looked = 65_536;

/** Whether a text in YAML may be a workflow: it has its version, or tasks at its root. */
export function mayBeWorkflow(text: string): boolean {
  return /^(?:heddle|tasks)\s*:/m.test(text);
}

/**
 * The workflows in YAML of a folder and those in it, by their paths. Hidden folders and `node_modules` are left out.
 * `isWhole`: false if there is more than is listed.
 */
export async function listWorkflowFiles(
  folder: FolderHandle,
): Promise<{ readonly files: readonly FolderFile[]; readonly isWhole: boolean }> {
  const files: FolderFile[] = [];
  const folders: { readonly handle: FolderHandle; readonly path: string }[] = [{ handle: folder, path: '' }];
  let seen = 0;
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    for await (const [name, entry] of listChildren(next.handle)) {
      seen += 1;
      if (seen > most.entries || files.length >= most.files) return { files: sortFiles(files), isWhole: false };
      if (name.startsWith('.') || name === 'node_modules') continue;
      const path = `${next.path}${name}`;
      if (entry.kind === 'directory') folders.push({ handle: entry, path: `${path}/` });
      else if (/\.ya?ml$/i.test(name) && (await isLikelyWorkflow(entry))) files.push({ path, handle: entry, folder });
    }
  }
  return { files: sortFiles(files), isWhole: true };
}

async function isLikelyWorkflow(handle: FileHandle): Promise<boolean> {
  const file = await handle.getFile();
  return mayBeWorkflow(await file.slice(0, looked).text());
}

function sortFiles(files: readonly FolderFile[]): readonly FolderFile[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}
