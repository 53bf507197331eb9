import { type KeyboardEvent, useState } from 'react';

/** Choosing among what is offered with the keys, while the text field keeps the focus. */
interface OfferKeys<T> {
  /** The offer that Enter takes; undefined if there is none. */
  readonly chosen: T | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Chooses the first offer, when what is typed has changed. */
  readonly chooseFirst: () => void;
}

/** The arrows choose an offer, Enter and Tab take it, and Escape closes the list. */
export function useOffers<T>(offers: readonly T[], onTake: (offer: T) => void, onClose: () => void): OfferKeys<T> {
  const [active, setActive] = useState(0);
  const chosen = offers[Math.min(active, offers.length - 1)];
  const handleOffersKey = (event: KeyboardEvent): void => {
    if (chosen === undefined) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % offers.length);
    else if (event.key === 'ArrowUp') setActive((active + offers.length - 1) % offers.length);
    else if (event.key === 'Enter' || event.key === 'Tab') onTake(chosen);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { chosen, onKeyDown: handleOffersKey, chooseFirst: () => setActive(0) };
}
