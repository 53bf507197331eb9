import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import type { Runner } from '@/run/runner';
import { useRun, useStores } from '@/state/context';
import { usePacedRun } from '../use-paced-run';

const pageSize = 200;
/** The most pages kept in memory: those seen last. */
const maxPages = 20;

/** A page of the log. An event that is missing from it could not be read, because of `failure`. */
interface LogPage {
  readonly events: ReadonlyMap<number, RunEvent>;
  /** How many events were requested: the log may have grown since. */
  readonly wanted: number;
  readonly failure?: Failure;
}

/** The log by the numbers of its events, which begin at 1 and have no gaps. */
export interface EventPages {
  readonly count: number;
  /** Undefined: it is loading, or cannot be read. */
  readonly eventAt: (seq: number) => RunEvent | undefined;
  /** Why an event cannot be read. */
  readonly failureAt: (seq: number) => Failure | undefined;
  /** Tries again to read what could not be read. */
  readonly retry: () => void;
}

/** Reads the log page by page as a person scrolls, because nothing may load a whole run. */
export function useEventPages(): EventPages {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const count = usePacedRun((state) => state.run.seq);
  const pages = useRef(new Map<number, LogPage>());
  const asked = useRef(new Set<string>());
  const [, redraw] = useState(0);

  const forget = useCallback(() => {
    pages.current = new Map();
    asked.current = new Set();
    redraw((n) => n + 1);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run has other pages.
  useEffect(forget, [executionId, forget]);

  const eventAt = useCallback(
    (seq: number): RunEvent | undefined => {
      const page = Math.floor((seq - 1) / pageSize);
      const held = pages.current.get(page);
      const wanted = Math.min(count - page * pageSize, pageSize);
      const request = `${executionId}/${page}/${wanted}`;
      if (executionId && (held?.wanted ?? 0) < wanted && !asked.current.has(request)) {
        asked.current.add(request);
        const known = asked.current;
        void readPage(services.runner, executionId, page * pageSize + 1, wanted).then((read) => {
          if (asked.current !== known) return;
          known.delete(request);
          pages.current.delete(page);
          pages.current.set(page, read);
          for (const oldest of [...pages.current.keys()].slice(0, -maxPages)) pages.current.delete(oldest);
          redraw((n) => n + 1);
        });
      }
      return held?.events.get(seq);
    },
    [services, executionId, count],
  );
  const failureAt = useCallback((seq: number): Failure | undefined => {
    const page = pages.current.get(Math.floor((seq - 1) / pageSize));
    return page?.events.has(seq) ? undefined : page?.failure;
  }, []);
  return { count, eventAt, failureAt, retry: forget };
}

/** Reads a page of the log; if it is damaged, its intact events. */
async function readPage(runner: Runner, executionId: string, from: number, wanted: number): Promise<LogPage> {
  try {
    return { events: indexBySeq(await runner.readEvents(executionId, from, wanted)), wanted };
  } catch (error) {
    const failure = toFailure(error);
    const query = { filter: {}, from, direction: 'forward', limit: wanted } as const;
    const found = await runner.findEvents(executionId, query).then(
      ({ events }) => events.filter(({ seq }) => seq < from + wanted),
      () => [],
    );
    return { events: indexBySeq(found), wanted, failure };
  }
}

function indexBySeq(events: readonly RunEvent[]): ReadonlyMap<number, RunEvent> {
  return new Map(events.map((event) => [event.seq, event]));
}
