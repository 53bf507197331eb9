import { TypeList } from '@/editor/canvas/add-menu';
import { foldedFields } from '@/editor/inspectors/settings/folded';
import { TaskFields } from '@/editor/inspectors/task-inspector';
import { ToastList } from '@/ui/toast';
import { TaskOutput } from '@/viewer/output/lazy-task-output';

/** What the first screen does without and the next click may want, most likely first. */
const soonWanted = [TaskFields, TaskOutput, TypeList, ToastList, ...foldedFields];

/** Time for the first screen to settle, in ms. */
const settling = 1500;

/** Fetches what is likely to be wanted soon, when the page has nothing else to do. What cannot be fetched is fetched when it is shown. */
export function prefetchWhenIdle(): void {
  // Safari has no such call.
  const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 0));
  setTimeout(() => {
    whenIdle(async () => {
      for (const part of soonWanted) await part.preload().catch(() => undefined);
    });
  }, settling);
}
