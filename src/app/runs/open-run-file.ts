import type { AppStores } from '@/state/context';
import type { HeadLine } from '@/storage/transfer/run-file';
import { notify } from '@/ui/overlay/toast';
import { createWorkflow, type Opened } from '../workflows/open-workflow';
import { keepRecording } from './run-use-cases';

/**
 * Opens a recording as what it is: a run of the open workflow is kept there; one of another workflow is opened with
 * that workflow, as a new one, if the recording holds it.
 */
export async function openRunFile(stores: AppStores, file: File): Promise<Opened> {
  const head = await headOfRecording(file);
  const { id } = stores.document.getState();
  const isOfOpen = id !== '' && (head?.document === undefined || head.workflow === id);
  if (!isOfOpen) {
    if (head?.document === undefined) {
      notify({
        tone: 'info',
        title: `“${file.name}” is the recording of a run.`,
        detail: 'It does not hold its workflow. Open that first, then import the recording under Runs.',
      });
      return 'asked';
    }
    const opened = await createWorkflow(stores, head.document);
    if (opened !== 'opened') return opened;
  }
  await keepRecording(stores, file);
  stores.view.setState({ screen: 'editor' });
  return 'opened';
}

/** The first line of a run’s file; undefined if it has none, as events that `--json` prints. */
async function headOfRecording(file: File): Promise<HeadLine | undefined> {
  const { headLine, maxLineBytes } = await import('@/storage/transfer/run-file');
  const text = await firstLine(file, maxLineBytes);
  try {
    const head = headLine.safeParse(JSON.parse(text));
    return head.success ? head.data : undefined;
  } catch {
    // The import says what is wrong with the line, and where.
    return undefined;
  }
}

async function firstLine(file: File, most: number): Promise<string> {
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
