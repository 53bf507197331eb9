import { findInstance } from '@/run/journal-path';
import { findInstanceAt } from '@/run/projections/instance-at';
import type { AppStores } from '@/state/context';
import { canWriteOtherwise } from '@/state/run-actions';
import { getRunPath } from '@/state/run-path';
import { openDialog } from '@/state/view/screens';
import { notifyPerson } from '@/ui/overlay/toast';
import { listSelectedPaths } from './edit';

/** Opens the output of the selected task, as the shown run has it, to be written otherwise. */
export function askWhatIf(stores: AppStores): void {
  const { run, view } = stores;
  const [path, ...more] = listSelectedPaths(stores);
  const shown = run.getState();
  const instance =
    path === undefined
      ? undefined
      : findInstanceAt(shown.run, getRunPath(view.getState(), path), view.getState().shownRun.instance);
  const result = instance?.status === 'ok' || instance?.status === 'failed' ? instance.result : undefined;
  if (more.length > 0 || instance === undefined || result === undefined) {
    notifyPerson({ tone: 'info', title: 'Select one task that has an output in the shown run.' });
    return;
  }
  if (!canWriteOtherwise(shown)) {
    notifyPerson({ tone: 'info', title: 'The run is running. Pause it, or wait for its end.' });
    return;
  }
  openDialog(view, {
    name: 'what-if',
    subject: { path: findInstance(instance.path) ?? instance.path, of: 'output', payload: result },
  });
}
