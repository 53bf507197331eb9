import { Overview } from '@/editor/canvas/canvas';
import { TypeList } from '@/editor/canvas/menus/add-menu';
import { ManyTasks, WorkflowSettings } from '@/editor/inspectors/inspector';
import { foldedFields } from '@/editor/inspectors/settings/folded';
import { TaskFields, TaskFoot } from '@/editor/inspectors/task-inspector';
import type { AppStores } from '@/state/context';
import { ToastList } from '@/ui/overlay/toast';
import { whenIdle } from '@/ui/when-idle';
import { TaskOutput } from '@/viewer/output/lazy-task-output';
import { OpenDialog } from './dialogs/lazy-dialogs';
import { FindPanel } from './shell/editor-screen';
import { holdPresses } from './shell/hold-presses';
import { RunningControls } from './shell/run-controls';

/** Parts that the first screen does not need and the next click may, most likely first. */
const soonWanted = [
  RunningControls,
  OpenDialog,
  WorkflowSettings,
  TaskFields,
  TaskFoot,
  TaskOutput,
  TypeList,
  FindPanel,
  Overview,
  ToastList,
  ManyTasks,
  ...foldedFields,
];

/** The time for the first screen to settle, in ms. */
const settling = 1500;

/**
 * Makes presses hold, shows how the run is in the tab, loads the parts that are likely to be opened soon when the page
 * is idle, and then lets the browser store the whole page. A part that cannot be loaded now is loaded when it opens.
 */
export function prefetchWhenIdle(stores: AppStores): void {
  holdPresses();
  void whenIdle()
    .then(() => import('./tab/follow-tab'))
    .then(
      ({ followTab }) => followTab(stores),
      () => undefined,
    );
  setTimeout(async () => {
    await whenIdle();
    for (const part of soonWanted) await part.preload().catch(() => undefined);
    await import('./folder/follow-files').then(
      ({ followFiles }) => followFiles(stores),
      () => undefined,
    );
    if ('launchQueue' in window)
      await import('./folder/launched-files').then(
        ({ takeLaunchedFiles }) => takeLaunchedFiles(stores),
        () => undefined,
      );
    await import('./tour/start-tour').then(
      ({ offerTour }) => offerTour(stores),
      () => undefined,
    );
    // The dev server has no service worker.
    if (import.meta.env.PROD)
      await import('./offline/follow-versions').then(
        ({ followVersions }) => followVersions(stores),
        () => undefined,
      );
  }, settling);
}
