import type { BrokenFile, Imported, SoundFile } from '@/formats/import-file';
import type { AppStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import { notifyPerson } from '@/ui/overlay/toast';
import type { Diagnostic } from '@/workflow/diagnostic';
import { refuseFile } from '../files/refuse-file';
import { createWorkflow, type Opened } from './open-workflow';

/**
 * Opens an imported file as a new workflow. If it has mistakes, the person is asked what to do, unless there is no
 * choice. Throws `FILE_REFUSED`.
 */
export async function openImported(stores: AppStores, file: Imported): Promise<Opened> {
  if (file.status === 'broken') return askAboutFile(stores, file);
  const opened = await createWorkflow(stores, file.text);
  // A YAML file keeps them in its text, where they are listed as problems; what was repaired is no longer there.
  const isTold = file.notation !== 'yaml' || file.diagnostics.some(({ code }) => code === 'HED505');
  if (opened === 'opened' && isTold && file.diagnostics.length > 0) tellOpened(file);
  return opened;
}

/** The label of a file: its name, or where it came from. */
export function formatFileLabel({ name }: Pick<Imported, 'name'>): string {
  return name === '' ? 'What was pasted' : `“${name}”`;
}

function askAboutFile({ view }: AppStores, file: BrokenFile): 'asked' {
  const { foreign } = file;
  if (foreign !== undefined) {
    openDialog(view, { name: 'foreign-file', ...foreign });
    return 'asked';
  }
  const [problem, ...more] = file.diagnostics;
  const hasChoice = file.asWritten !== undefined || file.saved !== undefined;
  if (!hasChoice && problem && more.length === 0) {
    throw refuseFile(`${formatFileLabel(file)} was not opened.`, formatProblem(problem));
  }
  openDialog(view, { name: 'broken-file', file });
  return 'asked';
}

function tellOpened(file: SoundFile): void {
  const { length } = file.diagnostics;
  notifyPerson({
    tone: 'info',
    stays: true,
    title: `${formatFileLabel(file)} opened with ${length === 1 ? 'a remark' : `${length} remarks`}.`,
    detail: file.diagnostics.slice(0, shownRemarks).map(formatProblem).join(' '),
  });
}

/** The most remarks in a message. */
const shownRemarks = 3;

function formatProblem({ message, range }: Diagnostic): string {
  return range && range.to > 0 ? `Line ${range.line}, column ${range.column}: ${message}` : message;
}
