import { useSyncExternalStore } from 'react';

/** Where it is noted on this machine that the tour was taken, or its offer closed. */
const closedKey = 'heddle.tour';

const listeners = new Set<() => void>();

/** Whether the tour is still offered: until it is taken or its offer is closed, both for good. */
export function useTourOffer(): boolean {
  return useSyncExternalStore(followOffer, isOffered);
}

function followOffer(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** If nothing can be noted, it is not offered: the offer would come each time. */
function isOffered(): boolean {
  try {
    return localStorage.getItem(closedKey) === null;
  } catch {
    return false;
  }
}

/** Offers the tour no more. */
export function endTourOffer(): void {
  try {
    localStorage.setItem(closedKey, 'offered');
  } catch {
    // It was not offered.
  }
  for (const tell of listeners) tell();
}
