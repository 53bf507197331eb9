import { TypeList } from '@/editor/canvas/add-menu';
import { foldedFields } from '@/editor/inspectors/settings/folded';
import { TaskFields } from '@/editor/inspectors/task-inspector';
import type { Stores } from '@/state/context';
import { ToastList } from '@/ui/toast';
import { TaskOutput } from '@/viewer/output/lazy-task-output';

/** What the first screen does without and the next click may want, most likely first. */
const soonWanted = [TaskFields, TaskOutput, TypeList, ToastList, ...foldedFields];

/** Time for the first screen to settle, in ms. */
const settling = 1500;

/**
 * Fetches what is likely to be wanted soon, when the page has nothing else to do, and then has the browser keep the rest.
 * What cannot be fetched is fetched when it is shown.
 */
export function prefetchWhenIdle(stores: Stores): void {
  // Safari has no such call.
  const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 0));
  setTimeout(() => {
    whenIdle(async () => {
      for (const part of soonWanted) await part.preload().catch(() => undefined);
      // The dev server has no service worker.
      if (import.meta.env.PROD)
        await import('./offline/follow-versions').then(
          ({ followVersions }) => followVersions(stores),
          () => undefined,
        );
    });
  }, settling);
}
