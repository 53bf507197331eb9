import Search from 'lucide-react/icons/search';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '@/base/figures';
import { useStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { EmptyState } from '@/ui/display/empty-state';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { SearchBox } from '@/ui/form/search-box';
import { ListBox } from '@/ui/list/list-box';
import { Dialog } from '@/ui/overlay/dialog';
import type { DialogAbout } from '../dialogs/app-dialog';
import { FoundRow } from './found-row';
import { openFound } from './open-found';
import styles from './search.module.css';
import { SearchFields } from './search-fields';
import { getSearchStore, type ResultRow, type SearchState, type SearchStore } from './search-store';
import { formatLacks } from './search-words';

/**
 * The search over the runs of all workflows. What was found stays when it is closed, so that one result after another
 * can be opened.
 */
export default function SearchDialog({ dialog: { text }, onClose }: DialogAbout<'search-runs'>) {
  const stores = useStores();
  const search = getSearchStore(stores);
  const list = useRef<HTMLDivElement>(null);
  const state = useStore(search);
  useEffect(() => {
    if (text !== undefined) search.write({ text });
    else if (search.getState().status === 'idle') void search.search();
  }, [search, text]);
  const openRow = (row: ResultRow) => void attemptAction(() => openFound(stores, row.run, row.text));
  return (
    <Dialog open onClose={onClose} title="Search all runs" width="full">
      <div className={styles.search} ref={list}>
        <SearchBox
          isFirst
          label="Text"
          placeholder="Words of prompts, outputs or notes; “a phrase” in quotation marks"
          text={state.form.text}
          onWrite={(value) => search.write({ text: value })}
          // Enter does not wait for a pause in typing.
          onEnter={() => void search.search()}
          onEnterList={state.rows.length > 0 ? () => enterList(list.current, search) : undefined}
          beside={state.status === 'searching' && <Button onClick={search.stop}>Stop</Button>}
          status={formatStatus(state)}
        >
          <SearchFields search={search} />
        </SearchBox>
        {state.failure && (
          <Note tone="error" title="The runs could not be searched.">
            {state.failure.message} {state.failure.advice}
          </Note>
        )}
        {state.rows.length > 0 ? (
          <ListBox
            label="Found"
            items={state.rows}
            rowHeight={52}
            idOf={(row) => row.id}
            selected={state.selected}
            onSelect={(row) => search.setState({ selected: row.id })}
            onOpen={openRow}
            className={styles.list}
            rowClassName={styles.row}
          >
            {(row) => <FoundRow row={row} terms={state.terms} />}
          </ListBox>
        ) : (
          state.status !== 'failed' && <NoResults status={state.status} />
        )}
      </div>
    </Dialog>
  );
}

function NoResults({ status }: Pick<SearchState, 'status'>) {
  if (status === 'searching' || status === 'idle') return <div className={styles.list} />;
  return (
    <EmptyState icon={<Search />} title="No matching runs">
      All words must be in the same text. Use fewer words, or remove a condition.
    </EmptyState>
  );
}

function enterList(within: HTMLElement | null, search: SearchStore): void {
  const { rows, selected } = search.getState();
  if (selected === undefined) search.setState({ selected: rows[0]?.id });
  within?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
}

function formatStatus({ rows, progress, status, isWhole }: SearchState): string {
  if (progress === undefined) return status === 'searching' ? 'Searching…' : '';
  const runs = rows.filter(({ text }) => text === undefined).length;
  const places = rows.length - runs;
  const found =
    places === 0 ? formatCount(runs, 'run') : `${formatCount(places, 'place')} in ${formatCount(runs, 'run')}`;
  const searched = `${formatCount(progress.runs, 'run')} searched`;
  const sentence =
    status === 'searching'
      ? `Searching… ${found}, ${searched} so far.`
      : status === 'stopped'
        ? `Stopped: ${found}, ${searched}.`
        : isWhole
          ? `${found}, all ${searched}.`
          : `The newest ${found}, ${searched}. Add a condition to find older ones.`;
  return `${sentence} ${formatLacks(progress)}`.trim();
}
