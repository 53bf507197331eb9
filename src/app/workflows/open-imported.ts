import type { BrokenFile, Imported, SoundFile } from '@/formats/import-file';
import type { AppStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import { notify } from '@/ui/overlay/toast';
import type { Diagnostic } from '@/workflow/diagnostic';
import { refuseFile } from '../files/refuse-file';
import { createWorkflow, type Opened } from './open-workflow';

/**
 * Opens an imported file as a new workflow. If it has mistakes, the person is asked what to do, unless there is no
 * choice. Throws `FILE_REFUSED`.
 */
export async function openImported(stores: AppStores, file: Imported): Promise<Opened> {
  if (file.status === 'broken') return ask(stores, file);
  const opened = await createWorkflow(stores, file.text);
  // A YAML file keeps them in its text, where they are listed as problems; what was repaired is no longer there.
  const isTold = file.notation !== 'yaml' || file.diagnostics.some(({ code }) => code === 'HED505');
  if (opened === 'opened' && isTold && file.diagnostics.length > 0) tell(file);
  return opened;
}

/** The label of a file: its name, or where it came from. */
export function fileLabel({ name }: Pick<Imported, 'name'>): string {
  return name === '' ? 'What was pasted' : `“${name}”`;
}

function ask({ view }: AppStores, file: BrokenFile): 'asked' {
  const [problem, ...more] = file.diagnostics;
  const hasChoice = file.asWritten !== undefined || file.saved !== undefined;
  if (!hasChoice && problem && more.length === 0) {
    throw refuseFile(`${fileLabel(file)} was not opened.`, words(problem));
  }
  openDialog(view, { name: 'broken-file', file });
  return 'asked';
}

function tell(file: SoundFile): void {
  const { length } = file.diagnostics;
  notify({
    tone: 'info',
    stays: true,
    title: `${fileLabel(file)} opened with ${length === 1 ? 'a remark' : `${length} remarks`}.`,
    detail: file.diagnostics.slice(0, shownRemarks).map(words).join(' '),
  });
}

/** The most remarks in a message. */
const shownRemarks = 3;

function words({ message, range }: Diagnostic): string {
  return range && range.to > 0 ? `Line ${range.line}, column ${range.column}: ${message}` : message;
}
