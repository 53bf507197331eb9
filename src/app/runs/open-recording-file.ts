import type { RecordedWorkflow } from '@/run/runner';
import type { AppStores } from '@/state/context';
import { importAndShowRun } from '@/state/run-actions';
import { notify } from '@/ui/overlay/toast';
import { refuseFile } from '../files/refuse-file';
import { createWorkflow, type Opened, openWorkflow } from '../workflows/open-workflow';
import { nameOfRun } from './run-use-cases';

/**
 * Stores a recording as a run of its workflow, and shows it: the open workflow if the recording is of that one, else
 * the stored one, else the one in the file. A recording without its workflow becomes a run of the open one, and the
 * message says so. Errors: those of `Runner.importRun`; `FILE_REFUSED` if there is no workflow for it.
 */
export async function openRecordingFile(stores: AppStores, file: File): Promise<Opened> {
  const { document, services, run, view } = stores;
  const recorded = await services.runner.recordedWorkflow(file);
  const isOwn = isOpen(stores, recorded);
  if (!isOwn) {
    const opened = await openWorkflow(stores, recorded.id);
    if (opened !== 'missing') return opened === 'opened' ? take(stores, file) : opened;
    if (recorded.text !== undefined) {
      const created = await createWorkflow(stores, recorded.text, async (id) => {
        await services.runner.importRun(id, file);
      });
      const { executionId } = run.getState();
      if (created === 'opened' && executionId !== undefined) tell(stores, file, executionId);
      return created;
    }
    if (document.getState().id === '') {
      throw refuseFile(
        `“${file.name}” is a recording of “${recorded.name}” without that workflow.`,
        'Open the workflow first, then the recording.',
      );
    }
  }
  view.setState({ screen: 'editor' });
  return take(stores, file, isOwn ? undefined : recorded.name);
}

/** Whether a recording is of the open workflow. A copy of a workflow has another id, but its name. */
function isOpen({ document }: AppStores, recorded: RecordedWorkflow): boolean {
  const { id, document: open } = document.getState();
  return id !== '' && (id === recorded.id || open.name === recorded.name);
}

/** Stores it as a run of the open workflow. `otherName`: the workflow that it was recorded with, if another. */
async function take(stores: AppStores, file: File, otherName?: string): Promise<'opened'> {
  const executionId = await importAndShowRun(stores, file);
  if (executionId !== undefined) tell(stores, file, executionId, otherName);
  return 'opened';
}

function tell(stores: AppStores, file: File, executionId: string, otherName?: string): void {
  const title = `“${file.name}” is kept as ${nameOfRun(stores, executionId).toLowerCase()}.`;
  if (otherName === undefined) notify({ tone: 'ok', title });
  else notify({ tone: 'info', stays: true, title, detail: `It was recorded with another workflow: “${otherName}”.` });
}
