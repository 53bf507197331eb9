import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { decodeText } from '@/formats/decode-text';
import { maxWorkflowBytes } from '@/formats/limits';
import { detectNotation, workflowEndings } from '@/formats/notation';
import { readAny } from '@/formats/read-any';
import type { ServedWorkflow, ServedWorkflows } from '@/serve/serve-options';
import { resolveInside } from '../resolve-inside';
import { createStoreGuard } from '../store-guard';

/** A pipe is opened without waiting for a writer, which may never come: only what it is can be asked then. */
const toOpen = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Most files that are looked at, and how deep folders may be in each other. */
const most = { files: 2000, depth: 8 } as const;

interface Looked {
  readonly mark: string;
  readonly workflow: ServedWorkflow | undefined;
}

/**
 * The workflows in a folder and the folders in it, as they are now. Hidden files and folders, `node_modules`, and what
 * links lead to outside of the folder are not among them, nor are files that hold no tasks, such as those of tests, nor
 * what is kept of runs.
 */
export function createWorkflowFolder(folder: string, stores: readonly string[] = []): ServedWorkflows {
  const guard = createStoreGuard(folder, stores);
  const known = new Map<string, Looked>();

  /** A file is read again when it has changed. `listed`: only if it is a workflow. */
  async function lookAtFile(name: string, listed: boolean): Promise<ServedWorkflow | undefined> {
    const resolved = isPlainPath(name) ? await resolveInside(folder, name).catch(() => undefined) : undefined;
    // What is listed has been looked at already.
    if (resolved === undefined) return undefined;
    if (!listed && (await guard.isRecord(resolved, await realpath(folder)))) return undefined;
    const file = await open(resolved, toOpen).catch(() => undefined);
    if (file === undefined) return undefined;
    try {
      const stats = await file.stat();
      if (!stats.isFile() || stats.size > maxWorkflowBytes) return undefined;
      const key = `${listed} ${name}`;
      const mark = `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
      const before = known.get(key);
      if (before?.mark === mark) return before.workflow;
      const text = decodeText(await file.readFile());
      const notation = text.ok ? detectNotation(name, text.value) : 'yaml';
      const isMeant = text.ok && (listed ? hasTasks(text.value, notation) : !isTestsFile(text.value, notation));
      const workflow = isMeant ? { name, notation, text: text.value, updatedAt: stats.mtime.toISOString() } : undefined;
      known.set(key, { mark, workflow });
      return workflow;
    } finally {
      await file.close();
    }
  }

  return {
    list: async () => {
      const found: ServedWorkflow[] = [];
      for (const name of await listNames(folder, guard)) {
        const workflow = await lookAtFile(name, true);
        if (workflow !== undefined) found.push(workflow);
      }
      return found;
    },
    read: async (name) => {
      for (const ending of ['', ...workflowEndings]) {
        if (!workflowEndings.some((one) => `${name}${ending}`.toLowerCase().endsWith(one))) continue;
        const workflow = await lookAtFile(`${name}${ending}`, false);
        if (workflow !== undefined) return workflow;
      }
      return undefined;
    },
    placeOf: (name) => {
      const file = join(folder, name);
      return { file, folder: dirname(file) };
    },
  };
}

/** Whether a name is a plain path of a file that is not hidden. */
function isPlainPath(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: A name with a zero byte is no path.
  if (name === '' || name.length > 500 || /[\\\u0000-\u001f:]/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && part !== 'node_modules');
}

function hasTasks(text: string, notation: ServedWorkflow['notation']): boolean {
  const { document, saved } = readAny[notation](text);
  return Object.keys((document ?? saved)?.tasks ?? {}).length > 0;
}

/** Whether a file has the tests of a workflow, and nothing to run. Any other that cannot run says itself why. */
function isTestsFile(text: string, notation: ServedWorkflow['notation']): boolean {
  const { document } = readAny[notation](text);
  return document?.tests !== undefined && Object.keys(document.tasks).length === 0;
}

async function listNames(folder: string, guard: ReturnType<typeof createStoreGuard>): Promise<readonly string[]> {
  const found: string[] = [];
  const root = await realpath(folder).catch(() => folder);
  const walkFolder = async (path: string, depth: number): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    const names = entries.map(({ name }) => name);
    if (path !== root && (await guard.holdsRecords(path, names))) return;
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (found.length >= most.files) return;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const own = join(path, entry.name);
      if (entry.isDirectory() && depth < most.depth) await walkFolder(own, depth + 1);
      const isNamed = workflowEndings.some((ending) => entry.name.toLowerCase().endsWith(ending));
      if (entry.isFile() && isNamed) found.push(relative(root, own).split(sep).join('/'));
    }
  };
  await walkFolder(root, 0);
  return found;
}
