import { editsPart } from '@/editor/actions/with-edits';
import { canvasPart } from '@/editor/canvas/canvas-part';
import type { AppStores } from '@/state/context';
import { prepareRun } from '@/state/prepare-run';
import { overlayPart } from '@/ui/overlay/overlay-part';
import { toastPart } from '@/ui/overlay/toast';
import { awaitIdle } from '@/ui/when-idle';
import { laterPart } from './later-part';
import { drawerParts, inspectorPart, leftParts, runParts } from './shell/parts';
import type { StartedApp } from './start-app';
import { holdEdits } from './tests/hold-edits';

/** Parts that the first screen does not need and the next click may, most likely first. */
const soonWanted = [...[canvasPart, leftParts, inspectorPart, runParts], ...[drawerParts, overlayPart, toastPart]];

/** The time for the first screen, and for a text that is being edited, to settle, in ms. */
const settling = 1500;

/** Makes ready for a run each time that the page is idle after a workflow was opened, or a pause in its changes. */
function prepareRunsWhenIdle(stores: AppStores): void {
  let { id, text } = stores.document.getState();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  stores.document.subscribe((state) => {
    if (state.text === text) return;
    text = state.text;
    const pause = state.id === id ? settling : 0;
    id = state.id;
    clearTimeout(waiting);
    waiting = setTimeout(() => void awaitIdle().then(() => prepareRun(stores)), pause);
  });
}

/**
 * Shows how the run is in the tab, loads the parts that are likely to be opened soon when the page is idle, and then
 * lets the browser store the page. A part that cannot be loaded now is loaded when it opens.
 */
export async function prefetchWhenIdle({ stores, app }: Pick<StartedApp, 'stores' | 'app'>): Promise<void> {
  prepareRunsWhenIdle(stores);
  const installTestEdits = holdEdits(stores.document, async () => {
    const { editTestsFile } = await laterPart.load();
    return () => editTestsFile(stores, app.tests);
  });
  await awaitIdle();
  await editsPart.load().catch(() => undefined);
  const later = await laterPart.load().catch(() => undefined);
  await installTestEdits();
  later?.followAll(stores);
  await new Promise((resolve) => setTimeout(resolve, settling));
  await awaitIdle();
  for (const part of soonWanted) await part.load().catch(() => undefined);
  await later?.followOutside(stores);
}
