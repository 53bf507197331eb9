import { createRoot } from 'react-dom/client';
import type { AppStores } from '@/state/context';
import { notifyPerson } from '@/ui/overlay/toast';
import { Tour } from './tour';
import { tourText } from './tour-steps';

/** Where it is noted on this machine that the tour was offered. */
const offeredKey = 'heddle.tour';

let leave: (() => void) | undefined;

/** Begins the tour in a workflow of its own; a tour that is under way begins again. */
export async function startTour(stores: AppStores): Promise<void> {
  leave?.();
  noteOffer();
  await stores.services.openAsNew(tourText);
  if (stores.document.getState().document.name !== 'Tour') return;
  // It is beside the page, so that the first screen has nothing of it.
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  leave = () => {
    leave = undefined;
    root.unmount();
    element.remove();
  };
  root.render(<Tour stores={stores} onLeave={() => leave?.()} />);
}

/** Offers the tour at the first start in this browser, and never again. */
export async function offerTour(stores: AppStores): Promise<void> {
  if (!noteOffer()) return;
  const workflows = await stores.services.workflows.list();
  if (workflows.length > 1) return;
  notifyPerson({
    tone: 'info',
    stays: true,
    title: 'New to Heddle?',
    detail: 'Five steps on the real screen: draw, connect, plan, run, look. You find the tour under More later, too.',
    action: { label: 'Start the tour', run: () => void startTour(stores) },
  });
}

/** Notes that the tour was offered. False if it was before, or if nothing can be noted: it would come each time. */
function noteOffer(): boolean {
  try {
    if (localStorage.getItem(offeredKey) !== null) return false;
    localStorage.setItem(offeredKey, 'offered');
    return true;
  } catch {
    return false;
  }
}
