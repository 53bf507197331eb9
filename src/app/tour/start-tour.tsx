import { createRoot } from 'react-dom/client';
import type { AppStores } from '@/state/context';
import { Tour } from './tour';
import { endTourOffer } from './tour-offer';
import { tourText } from './tour-steps';

let leave: (() => void) | undefined;

/** Begins the tour in a workflow of its own; a tour that is under way begins again. */
export async function startTour(stores: AppStores): Promise<void> {
  leave?.();
  endTourOffer();
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
