import { AppError } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import type { Json } from '@/base/json';
import { findInstanceAt } from '@/run/projections/instance-at';
import type { Payload, TaskInstance } from '@/run/run-state';
import type { AppStores } from '@/state/context';
import { getRunPath } from '@/state/run-path';
import { attemptAction } from '@/ui/attempt';
import { notifyPerson } from '@/ui/overlay/toast';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { isPinned, pinOfText } from '@/workflow/tasks/pin';
import { listSelectedPaths } from './edit';
import { patchTasks } from './patch-tasks';

/** The longest output that is pinned, in characters: a pin is part of the workflow’s text. */
const longestPin = 1_000_000;

/** The selected tasks that are pinned. */
function listPinnedSelected(stores: AppStores): readonly TaskPath[] {
  const { document } = stores.document.getState();
  return listSelectedPaths(stores).filter((path) => {
    const task = locateTask(document, path)?.task;
    return task !== undefined && isPinned(task);
  });
}

/** What the selected tasks gave in the shown run; those that did not complete are left out. */
function listShownOutputs({ run, view }: AppStores, paths: readonly TaskPath[]): ReadonlyMap<TaskPath, Payload> {
  const shownView = view.getState();
  const shown = paths.map((path): [TaskPath, TaskInstance | undefined] => [
    path,
    findInstanceAt(run.getState().run, getRunPath(shownView, path), shownView.shownRun.instance),
  ]);
  return new Map(shown.flatMap(([path, one]) => (one?.status === 'ok' ? [[path, one.result]] : [])));
}

/** Pins what the selected tasks gave in the shown run; removes their pins if all of them have one. */
export async function togglePin(stores: AppStores): Promise<void> {
  const paths = listSelectedPaths(stores);
  const pinned = new Set(listPinnedSelected(stores));
  if (paths.every((path) => pinned.has(path))) {
    await patchTasks(stores, new Map(paths.map((path) => [path, { pinned: undefined }])), 'Remove the pin of');
    return;
  }
  await attemptAction(async () => {
    const outputs = listShownOutputs(
      stores,
      paths.filter((path) => !pinned.has(path)),
    );
    if (outputs.size === 0) notifyPerson({ tone: 'info', title: 'There is no output to pin. Run the task first.' });
    const pins = new Map<TaskPath, { readonly pinned: Json }>();
    for (const [path, payload] of outputs) {
      if (isTooLongToPin(path, payload)) continue;
      pins.set(path, { pinned: pinOfText(await readWholePayload(stores, path, payload)) });
    }
    if (pins.size > 0) await patchTasks(stores, pins, 'Pin the output of');
  });
}

/** Whether an output is too long to be pinned, which a message then says. */
export function isTooLongToPin(path: TaskPath, { length }: Pick<Payload, 'length'>): boolean {
  if (length <= longestPin) return false;
  notifyPerson({
    tone: 'error',
    id: `pin ${path}`,
    about: 'workflow',
    title: `The output of ${path} is too long to be pinned.`,
    detail: `It has about ${formatBytes(length)}, and a pin is part of the workflow’s file: at most ${formatBytes(longestPin)}.`,
  });
  return true;
}

async function readWholePayload(
  { run, services }: AppStores,
  path: TaskPath,
  { text, length, ref }: Payload,
): Promise<string> {
  const { executionId } = run.getState();
  if (length <= text.length || ref === undefined || executionId === undefined) return text;
  const whole = await services.runner.readBlob(executionId, ref);
  if (whole !== undefined) return whole;
  throw new AppError('VALIDATION_ERROR', `The whole output of ${path} is not stored any more.`, {
    advice: 'Run the task again, then pin its output.',
  });
}
