import type { TabChannel, TabMessage } from './tab-channel';

/** Tabs within one process. A frozen tab receives nothing. */
export function createTabs(): { open(): TabChannel & { freeze(): void } } {
  const listeners = new Set<(message: TabMessage) => void>();
  return {
    open() {
      let own: ((message: TabMessage) => void) | undefined;
      return {
        post: (message) => {
          for (const listener of [...listeners]) if (listener !== own) queueMicrotask(() => listener(message));
        },
        listen: (listener) => {
          own = listener;
          listeners.add(listener);
        },
        freeze: () => own !== undefined && listeners.delete(own),
      };
    },
  };
}
