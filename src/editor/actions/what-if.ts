import { instanceOf } from '@/run/journal-path';
import { instanceAt } from '@/run/projections/instance-at';
import type { AppStores } from '@/state/context';
import { canWriteOtherwise } from '@/state/run-actions';
import { runPathOf } from '@/state/run-path';
import { openDialog } from '@/state/view/screens';
import { notify } from '@/ui/overlay/toast';
import { selectedPaths } from './edit';

/** Opens the output of the selected task, as the shown run has it, to be written otherwise. */
export function askWhatIf(stores: AppStores): void {
  const { run, view } = stores;
  const [path, ...more] = selectedPaths(stores);
  const shown = run.getState();
  const instance =
    path === undefined
      ? undefined
      : instanceAt(shown.run, runPathOf(view.getState(), path), view.getState().shownRun.instance);
  const result = instance?.status === 'ok' || instance?.status === 'failed' ? instance.result : undefined;
  if (more.length > 0 || instance === undefined || result === undefined) {
    notify({ tone: 'info', title: 'Select one task that has an output in the shown run.' });
    return;
  }
  if (!canWriteOtherwise(shown)) {
    notify({ tone: 'info', title: 'The run is running. Pause it, or wait for its end.' });
    return;
  }
  openDialog(view, {
    name: 'what-if',
    subject: { path: instanceOf(instance.path) ?? instance.path, of: 'output', payload: result },
  });
}
