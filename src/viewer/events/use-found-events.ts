import { useCallback } from 'react';
import type { EventFilter } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { useRun, useStores } from '@/state/context';
import type { PageDirection } from '../paging/list-window';
import { type PagedWindow, useWindow } from '../paging/use-window';
import { usePacedRun } from '../use-paced-run';

const getSeq = ({ seq }: RunEvent): number => seq;

/** The events that match a filter, page by page, beginning with the newest, and new ones while the run is active. */
export function useFoundEvents(filter: EventFilter): PagedWindow<RunEvent> {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId) ?? '';
  const newest = usePacedRun(({ run }) => run.seq);
  const asked = JSON.stringify(filter);
  const find = useCallback(
    async (from: number, direction: PageDirection, limit: number) => {
      const query = { filter: JSON.parse(asked) as EventFilter, from, direction, limit };
      const { events, next } = await services.runner.findEvents(executionId, query);
      return { found: events, next };
    },
    [services, executionId, asked],
  );
  return useWindow({ id: `${executionId} ${asked}`, newest, numberOf: getSeq, find, begin: 'last' });
}
