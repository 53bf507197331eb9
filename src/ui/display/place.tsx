import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

/** A place in the page that something elsewhere fills, which knows what stands there. */
export interface Place {
  /** Where it is shown. */
  readonly Here: () => ReactNode;
  /** What is shown there; `otherwise`: what is shown instead while the place is not in the page. */
  readonly Filled: (props: { readonly children: ReactNode; readonly otherwise?: ReactNode }) => ReactNode;
}

/** Makes a place. It is in the page at most once. */
export function createPlace(): Place {
  let element: HTMLElement | null = null;
  const listeners = new Set<() => void>();
  const setElement = (next: HTMLElement | null) => {
    element = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    Here: () => <span ref={setElement} />,
    Filled({ children, otherwise }) {
      const at = useSyncExternalStore(subscribe, () => element);
      return at === null ? otherwise : createPortal(children, at);
    },
  };
}
