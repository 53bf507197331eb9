import ListOrdered from 'lucide-react/icons/list-ordered';
import { useDeferredValue, useMemo, useState } from 'react';
import { defined, omitEmpty } from '@/base/defined';
import { encodeJson } from '@/base/json-text';
import type { EventFilter } from '@/run/event-query';
import { useRun, useStores, useView } from '@/state/context';
import type { EventSearch } from '@/state/drawer-search';
import { findSelectedInRun } from '@/state/run-path';
import { filterEvents } from '@/state/view/panels';
import { EmptyState } from '@/ui/display/empty-state';
import { Note } from '@/ui/display/note';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import type { TaskPath } from '@/workflow/task-path';
import { WhatIfButton } from '../output/what-if-button';
import { editOfEvent } from './edit-of-event';
import { EventFilterBar } from './event-filter';
import { EventList, type EventRows } from './event-list';
import styles from './events-pane.module.css';
import { FoundEvents } from './found-events';
import { type EventPages, useEventPages } from './use-event-pages';

/**
 * The drawer's Events: the stored log of the run, event by event, or the matches of a filter. The details of the
 * selected event are at the right.
 */
export function EventsPane() {
  const { view } = useStores();
  const search = useView((state) => state.drawer.eventSearch);
  const selected = useView(findSelectedInRun);
  const startedAt = useRun((state) => state.run.startedAt);
  const all = useEventPages();
  const rows = useDenseRows(all, search.newestFirst);
  const [chosen, setChosen] = useState<number>();
  const text = useDeferredValue(search.text);
  const filter = buildFilter({ ...search, text }, selected);
  const [said, setSaid] = useState('');

  if (all.count === 0) {
    return (
      <EmptyState icon={<ListOrdered />} title="No events yet">
        Run the workflow to see everything that happens. It is also stored.
      </EmptyState>
    );
  }
  const setSearch = (change: Partial<EventSearch>) => {
    setChosen(undefined);
    filterEvents(view, change);
  };
  const list = { newestFirst: search.newestFirst, startedAt, chosen, onChoose: setChosen };
  const count = `${all.count.toLocaleString('en')} events`;
  return (
    <div className={styles.pane} data-detail={chosen === undefined ? undefined : ''}>
      <EventFilterBar
        search={search}
        selected={selected}
        said={filter === undefined ? count : said}
        onChange={setSearch}
      />
      {filter === undefined ? (
        <EventList key="all" rows={rows} {...list} />
      ) : (
        <FoundEvents key="found" filter={filter} onSaid={setSaid} {...list} />
      )}
      {chosen !== undefined && <EventDetail seq={chosen} pages={all} />}
    </div>
  );
}

/** All events of the log, in the selected order. */
function useDenseRows({ count, eventAt, failureAt }: EventPages, newestFirst: boolean): EventRows {
  const { seqAt, indexOf } = useMemo(
    () => ({
      seqAt: (index: number) => (newestFirst ? count - index : index + 1),
      indexOf: (seq: number) => {
        const index = newestFirst ? count - seq : seq - 1;
        return index >= 0 && index < count ? index : undefined;
      },
    }),
    [count, newestFirst],
  );
  return { count, seqAt, indexOf, eventAt, failureAt };
}

/** The filter; undefined: none is set, and all events are shown. */
function buildFilter(search: EventSearch, selected: TaskPath | undefined): EventFilter | undefined {
  const filter: EventFilter = defined({
    kinds: omitEmpty(search.kinds),
    status: search.status,
    text: search.text.trim() || undefined,
    taskPath: search.onlySelected && selected !== undefined ? selected : undefined,
  });
  return Object.keys(filter).length === 0 ? undefined : filter;
}

function EventDetail({ seq, pages }: { readonly seq: number; readonly pages: EventPages }) {
  const event = pages.eventAt(seq);
  const failure = pages.failureAt(seq);
  const subject = event && editOfEvent(event);
  return (
    <ScrollRegion className={styles.detail} label="The event as it is stored">
      {subject && (
        <div>
          <WhatIfButton {...subject} />
        </div>
      )}
      {failure ? (
        <Note
          tone="error"
          title={`Event ${seq.toLocaleString('en')} cannot be read.`}
          action={
            <Button size="s" onClick={pages.retry}>
              Try again
            </Button>
          }
        >
          {failure.message} {failure.advice ?? 'What was recorded before and after it is whole, and is shown.'}
        </Note>
      ) : (
        ((event && encodeJson(event, 2)) ?? 'Reading…')
      )}
    </ScrollRegion>
  );
}
