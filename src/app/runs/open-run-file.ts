import { isSharedFile, readSharedFile } from '@/share/shared-file';
import type { AppStores } from '@/state/context';
import { importAndShowRun } from '@/state/start-and-fork';
import { openScreen } from '@/state/view/screens';
import { type HeadLine, headLine, maxLineBytes } from '@/storage/transfer/run-file';
import { notifyPerson } from '@/ui/overlay/toast';
import { refuseFile } from '../files/refuse-file';
import { createWorkflow, type Opened, openWorkflow } from '../workflows/open-workflow';
import { nameOfRun } from './run-use-cases';

/**
 * Opens the recording of a run with its workflow: the open one if the recording is of that, else the stored one, else
 * the one in the file. A recording without its workflow becomes a run of the open one, and the message says so. Errors:
 * those of `Runner.importRun`; `FILE_REFUSED` if there is no workflow for it.
 */
export async function openRunFile(stores: AppStores, given: File): Promise<Opened> {
  const file = await unwrapShared(given);
  const head = await readRecordingHead(file);
  const { id, document } = stores.document.getState();
  const isOwn = id !== '' && (head === undefined || head.workflow === id || head.name === document.name);
  if (!isOwn && head !== undefined) {
    const opened = await openWorkflow(stores, head.workflow);
    if (opened !== 'missing') return opened === 'opened' ? storeRecording(stores, file) : opened;
    if (head.document !== undefined) return openWithDocument(stores, file, head.document);
  }
  if (id === '') {
    throw refuseFile(
      `“${file.name}” is the recording of a run, without its workflow.`,
      'Open the workflow first, then the recording.',
    );
  }
  openScreen(stores.view, { at: 'editor' });
  return storeRecording(stores, file, isOwn ? undefined : head?.name);
}

/** The recording that is in the page of a shared run; another file as it is. Errors: those of `unwrapRunFile`. */
async function unwrapShared(file: File): Promise<File> {
  if (!/\.html?$/i.test(file.name)) return file;
  if (!isSharedFile(await file.slice(0, longestShell).text())) {
    throw refuseFile(`“${file.name}” is a web page, not a workflow or a run.`, 'Open a workflow or the file of a run.');
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of readSharedFile(await file.text())) parts.push(new Uint8Array(part));
  return new File(parts, file.name.replace(/\.html?$/i, '.jsonl'));
}

/** The data of a shared run begin in this many bytes: before them are the styles. */
const longestShell = 2 ** 21;

/** Makes a workflow of the one in the file, unless the file cannot be imported. */
async function openWithDocument(stores: AppStores, file: File, document: string): Promise<Opened> {
  const { services, run } = stores;
  const created = await createWorkflow(stores, document, async (id) => {
    await services.runner.importRun(id, file);
  });
  const { executionId } = run.getState();
  if (created === 'opened' && executionId !== undefined) tellStored(stores, file, executionId);
  return created;
}

/** Stores it as a run of the open workflow. `otherName`: the workflow that it was recorded with, if another. */
async function storeRecording(stores: AppStores, file: File, otherName?: string): Promise<'opened'> {
  const executionId = await importAndShowRun(stores, file);
  if (executionId !== undefined) tellStored(stores, file, executionId, otherName);
  return 'opened';
}

function tellStored(stores: AppStores, file: File, executionId: string, otherName?: string): void {
  const title = `“${file.name}” is kept as ${nameOfRun(stores, executionId).toLowerCase()}.`;
  if (otherName === undefined) notifyPerson({ tone: 'ok', title });
  else
    notifyPerson({
      tone: 'info',
      stays: true,
      title,
      detail: `It was recorded with another workflow: “${otherName}”.`,
    });
}

/** The first line of a run’s file; undefined if it has none, as events that `--json` prints. */
export async function readRecordingHead(file: File): Promise<HeadLine | undefined> {
  const text = await readFirstLine(file, maxLineBytes);
  try {
    const head = headLine.safeParse(JSON.parse(text));
    return head.success ? head.data : undefined;
  } catch {
    // The import says what is wrong with the line, and where.
    return undefined;
  }
}

async function readFirstLine(file: File, most: number): Promise<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    text += value;
    const end = text.indexOf('\n', text.length - (value?.length ?? 0));
    if (end >= 0 || text.length > most) {
      await reader.cancel();
      return end < 0 ? '' : text.slice(0, end);
    }
  }
  return text;
}
