import { patchTasks } from '@/editor/actions/patch-tasks';
import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import type { FieldTaker } from '@/viewer/compare-runs/changed-fields';
import { locateTask } from '@/workflow/task-path';
import { adoptField } from './adopt-field';

/** Gives the task of the open workflow the value of a run, as one step of undo. */
export const TakeField: FieldTaker = ({ change, value, from }) => {
  const stores = useStores();
  const { task = '' } = change;
  const found = useDocument(({ document }) => locateTask(document, task)?.task);
  const patch = found && adoptField(found, change, value);
  if (patch === undefined) return null;
  return (
    <Button variant="ghost" size="s" onClick={() => void patchTasks(stores, new Map([[task, patch]]), 'Change')}>
      Take from {from.toLowerCase()}
    </Button>
  );
};
