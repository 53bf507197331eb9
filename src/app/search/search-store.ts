import { createStore, type StoreApi } from 'zustand/vanilla';
import { defined } from '@/base/defined';
import { type Failure, toFailure } from '@/base/errors';
import type { Runner } from '@/run/runner';
import type { FoundRun, FoundText, SearchNews, SearchProgress, SearchSummary } from '@/run/search/found-run';
import type { RunQuery } from '@/run/search/run-query';
import { searchTerms } from '@/run/search/search-terms';
import { createPageStore } from '@/state/page-store';
import { buildQuery, emptyForm, type SearchForm } from './search-form-state';

/** A row of results: a run, or a place in it. */
export interface ResultRow {
  readonly id: string;
  readonly run: FoundRun;
  /** Undefined: the row is the run itself. */
  readonly text?: FoundText;
  /** Set on the row of a run that has more places than were asked for. */
  readonly hasMore?: boolean;
}

export interface SearchState {
  readonly form: SearchForm;
  /** The terms that the results have. */
  readonly terms: readonly string[];
  /** Newest first. */
  readonly rows: readonly ResultRow[];
  readonly progress: SearchProgress | undefined;
  readonly status: 'idle' | 'searching' | 'ended' | 'stopped' | 'failed';
  /** Whether all runs were searched, once it has ended. */
  readonly isWhole: boolean;
  readonly failure: Failure | undefined;
  /** Id of the selected row. */
  readonly selected: string | undefined;
}

/** The search over all runs of this page. Its results stay while the person looks at one of them. */
export interface SearchStore extends StoreApi<SearchState> {
  /** Changes the form; the search begins anew. */
  write(change: Partial<SearchForm>): void;
  /** Begins the search anew, with the form as it is. */
  search(): Promise<void>;
  stop(): void;
}

/** The search of a page. */
export const getSearchStore = createPageStore(({ services, document }) =>
  createSearchStore(services.runner, (form) => buildQuery(form, document.getState().id)),
);

/** How long typing may pause before the search begins, in ms. */
const pauseMs = 250;

/** Makes the store of a search. `later` calls back after a pause in typing. */
function createSearchStore(
  runner: Pick<Runner, 'search'>,
  toQuery: (form: SearchForm) => RunQuery,
  later: (run: () => void, ms: number) => unknown = setTimeout,
): SearchStore {
  const store = createStore<SearchState>(() => ({
    form: emptyForm,
    terms: [],
    rows: [],
    progress: undefined,
    status: 'idle',
    isWhole: true,
    failure: undefined,
    selected: undefined,
  }));
  let stopping = new AbortController();
  /** The form for which a search begins after the pause. */
  let due: SearchForm | undefined;

  async function startSearch(): Promise<void> {
    due = undefined;
    stopping.abort();
    const own = new AbortController();
    stopping = own;
    const query = toQuery(store.getState().form);
    const terms = searchTerms(query.text ?? '');
    store.setState({
      terms,
      rows: [],
      progress: undefined,
      status: 'searching',
      failure: undefined,
      selected: undefined,
    });
    const tellNews = (news: SearchNews) => {
      if (stopping !== own || own.signal.aborted) return;
      store.setState(({ rows }) => ({ rows: addNews(rows, news), progress: news.progress }));
    };
    try {
      const { isWhole, ...progress }: SearchSummary = await runner.search(query, tellNews, own.signal);
      if (stopping === own) store.setState({ progress, isWhole, status: 'ended' });
    } catch (error) {
      // A search that was stopped, or followed by another one, has not failed.
      if (stopping === own && !own.signal.aborted) store.setState({ status: 'failed', failure: toFailure(error) });
    }
  }

  return Object.assign(store, {
    write: (change: Partial<SearchForm>) => {
      store.setState(({ form }) => ({ form: { ...form, ...change } }));
      const { form } = store.getState();
      due = form;
      later(() => due === form && void startSearch(), pauseMs);
    },
    search: startSearch,
    stop: () => {
      stopping.abort();
      store.setState({ status: 'stopped' });
    },
  });
}

/** The rows with what was found since. A run may have been told before. */
function addNews(rows: readonly ResultRow[], { found }: SearchNews): readonly ResultRow[] {
  const all = [...rows];
  for (const { run, texts, hasMore } of found) {
    const head = { id: run.id, run, ...defined({ hasMore: hasMore || undefined }) };
    const known = all.findLastIndex((row) => row.id === run.id);
    if (known < 0) all.push(head);
    else if (hasMore) all[known] = head;
    for (const text of texts) all.push({ id: `${run.id} ${text.seq} ${text.role}`, run, text });
  }
  return all;
}
