import { mayBePackage } from '@/formats/foreign/check-members';
import type { Imported } from '@/formats/import-file';
import { maxForeignBytes, maxWorkflowBytes } from '@/formats/limits';
import { workflowEndings } from '@/formats/notation';
import type { AppStores } from '@/state/context';
import { readZip, type ZippedFile } from '@/storage/transfer/read-zip';
import { normalizeFilePath } from '@/workflow/file-path';
import { refuseFile, refuseLarge } from '../files/refuse-file';
import { openRunFile, readRecordingHead } from '../runs/open-run-file';
import { isRecording } from '../runs/pick-recording';
import { openImported } from '../workflows/open-imported';
import { createWorkflow, type Opened } from '../workflows/open-workflow';
import { storeFiles } from './store-files';

/** A file of an archive that is added to the workflow. */
interface OwnFile {
  readonly path: string;
  readonly zipped: ZippedFile;
}

/**
 * Opens an archive as a new workflow with its files; that of another program as {@link openImported} does. The workflow
 * is the first file at its root with a workflow's extension; recordings at its root become runs of it. Without a
 * workflow, each recording opens as it would alone. Files that cannot be stored are reported. Throws `FILE_REFUSED`,
 * with advice; then nothing was opened.
 */
export async function openArchive(stores: AppStores, archive: File): Promise<Opened> {
  const label = `“${archive.name}”`;
  const all = await readZip(archive).catch((error: Error) => {
    throw refuseFile(`${label} cannot be opened. ${error.message}`, 'Download or pack it again.');
  });
  const packed = mayBePackage(all) ? await readPackage(stores, archive) : undefined;
  if (packed !== undefined) return openImported(stores, packed);
  const files = placeFiles(all);
  const workflow = files.find((file) => isAtRoot(file) && isWorkflow(file.path));
  const recordings = files.filter((file) => isAtRoot(file) && isRecording({ name: file.path }));
  if (workflow === undefined && recordings.length > 0) return openRecordings(stores, recordings, label);
  if (workflow === undefined) {
    throw refuseFile(
      `${label} holds no workflow.`,
      `Its root needs a file that ends with ${workflowEndings.join(', ')}.`,
    );
  }
  if (workflow.zipped.size > maxWorkflowBytes) throw refuseLarge(`“${workflow.path}”`);
  const name = workflow.path.slice(1);
  const bytes = await workflow.zipped.read().catch((error: Error) => {
    throw refuseFile(`“${name}” in ${label} cannot be read: ${error.message}.`, 'Download or pack it again.');
  });
  const read = await stores.services.documents.readFile(bytes, name);
  if (read.status === 'broken' && read.foreign !== undefined) return openImported(stores, read);
  if (read.status === 'broken') {
    const problem = read.diagnostics[0]?.message ?? '';
    throw refuseFile(`“${name}” in ${label} has mistakes. ${problem}`, 'Unpack it, fix it, and open it again.');
  }
  const own = files.filter((file) => file !== workflow);
  return createWorkflow(stores, read.text, async (id) => {
    const runs = await importRecordings(stores, id, recordings);
    const kept = own.filter((file) => !runs.has(file));
    await storeFiles(
      stores,
      id,
      kept.map(({ path, zipped }) => ({ path, size: zipped.size, read: () => zipped.read() })),
    );
  });
}

/** An archive of another program, or why it cannot be read; undefined: it is none. */
async function readPackage({ services }: AppStores, archive: File): Promise<Imported | undefined> {
  if (archive.size > maxForeignBytes) return undefined;
  const read = await services.documents.readFile(new Uint8Array(await archive.arrayBuffer()), archive.name);
  const isForeign = read.status === 'broken' && read.diagnostics.every(({ code }) => code === 'HED112');
  return isForeign ? read : undefined;
}

async function openRecordings(stores: AppStores, recordings: readonly OwnFile[], label: string): Promise<Opened> {
  let opened: Opened = 'opened';
  for (const recording of recordings) {
    const file = await unpackFile(recording).catch((error: Error) => {
      throw refuseFile(
        `“${recording.path.slice(1)}” in ${label} cannot be read: ${error.message}.`,
        'Download or pack it again.',
      );
    });
    opened = await openRunFile(stores, file);
    if (opened !== 'opened') break;
  }
  return opened;
}

/** Imports what is a recording as a run of the workflow; gives those imported. The rest may be data of its scripts. */
async function importRecordings(
  { services }: AppStores,
  id: string,
  recordings: readonly OwnFile[],
): Promise<ReadonlySet<OwnFile>> {
  const imported = new Set<OwnFile>();
  for (const recording of recordings) {
    const file = await unpackFile(recording).catch(() => undefined);
    if (file === undefined || (await readRecordingHead(file)) === undefined) continue;
    const run = await services.runner.importRun(id, file).catch(() => undefined);
    if (run !== undefined) imported.add(recording);
  }
  return imported;
}

async function unpackFile({ path, zipped }: OwnFile): Promise<File> {
  return new File([(await zipped.read()).slice()], path.slice(1));
}

/**
 * Files with their paths. If one folder contains all of them, it is removed from the paths. Hidden files, and those
 * that macOS adds to archives, are left out.
 */
function placeFiles(all: readonly ZippedFile[]): readonly OwnFile[] {
  const seen = all.filter(({ name }) => !name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX'));
  const [root = ''] = seen[0]?.name.split('/') ?? [];
  const isWrapped = seen.length > 0 && seen.every(({ name }) => name.startsWith(`${root}/`));
  return seen.flatMap((zipped) => {
    try {
      return { path: normalizeFilePath(isWrapped ? zipped.name.slice(root.length) : zipped.name), zipped };
    } catch {
      return [];
    }
  });
}

function isAtRoot({ path }: OwnFile): boolean {
  return path.lastIndexOf('/') === 0;
}

function isWorkflow(path: string): boolean {
  return workflowEndings.some((ending) => path.toLowerCase().endsWith(ending));
}
