import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunEvent } from '@/run/events';
import { useRun, useStores } from '@/state/context';

const pageSize = 200;
/** Pages kept in memory: what was seen last. */
const maxPages = 20;

/** Reads the log page by page as it is scrolled to, since nothing may load a whole run. Events are numbered from 1, densely. */
export function useEventPages(): { readonly count: number; readonly eventAt: (index: number) => RunEvent | undefined } {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const count = useRun((state) => state.run.seq);
  const pages = useRef(new Map<number, readonly RunEvent[]>());
  const asked = useRef(new Set<string>());
  const [, redraw] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another run has other pages.
  useEffect(() => {
    pages.current = new Map();
    asked.current = new Set();
    redraw((n) => n + 1);
  }, [executionId]);

  const eventAt = useCallback(
    (index: number): RunEvent | undefined => {
      const page = Math.floor(index / pageSize);
      const held = pages.current.get(page);
      const event = held?.[index % pageSize];
      const wanted = Math.min(count - page * pageSize, pageSize);
      const request = `${executionId}/${page}/${wanted}`;
      if (executionId && (held?.length ?? 0) < wanted && !asked.current.has(request)) {
        asked.current.add(request);
        const take = (events: readonly RunEvent[]) => {
          if (!asked.current.has(request)) return;
          asked.current.delete(request);
          pages.current.delete(page);
          pages.current.set(page, events);
          for (const oldest of [...pages.current.keys()].slice(0, -maxPages)) pages.current.delete(oldest);
          redraw((n) => n + 1);
        };
        services.runner.readEvents(executionId, page * pageSize + 1, pageSize).then(take, () => take([]));
      }
      return event;
    },
    [services, executionId, count],
  );
  return { count, eventAt };
}
