import { createStore, type StoreApi } from 'zustand/vanilla';
import { closeSentence } from '@/base/closed-sentence';
import { toFailure } from '@/base/errors';
import { formatCount } from '@/base/figures';
import type { AppStores } from '@/state/context';
import { createPageStore } from '@/state/page-store';
import { renamePaths } from '@/state/view/canvas';
import type { TextHit } from '@/workflow/find/find-texts';
import type { FindableKind } from '@/workflow/find/map-findable';
import type { ChosenTexts, ReplacingProgress } from '@/workflow/find/replace-texts';
import { mapRenamedPath } from '@/workflow/find/replaced-path';
import type { TextQuery } from '@/workflow/find/text-query';

/** What a person is searching for in the open workflow, and what was found. */
export interface FindState {
  readonly query: TextQuery;
  /** Whether what is found is to be replaced. */
  readonly isReplacing: boolean;
  readonly status: 'idle' | 'searching' | 'found' | 'failed';
  /** Why the text cannot be searched for. */
  readonly error: string | undefined;
  /** The first ones that were found, in the order of the document. */
  readonly rows: readonly TextHit[];
  /** How many there are in all, and how many of those can be replaced. */
  readonly total: number;
  readonly replaceable: number;
  /** Keys of those that stay as they are. */
  readonly left: ReadonlySet<string>;
  /** Why texts were not replaced, by their keys. */
  readonly refused: ReadonlyMap<string, string>;
  /** The row that the keys start from. */
  readonly selected: string | undefined;
  /** What the last replacement did. */
  readonly done: string | undefined;
  /** How far the replacement is that is under way. */
  readonly replacing: ReplacingProgress | undefined;
}

/** The search in the open workflow. It stays while the panel is closed. */
export interface FindStore extends StoreApi<FindState> {
  /** Changes what is searched for; the search begins anew, and one that is under way is dropped. */
  write(change: Partial<TextQuery>): void;
  /** Searches again, as the workflow has changed. */
  refresh(): void;
  /** Chooses these occurrences, or leaves them as they are if all are chosen. */
  toggle(rows: readonly TextHit[]): void;
  /** Fetches more rows. */
  more(): Promise<void>;
  /** Replaces some occurrences, as one step of the history. */
  replace(chosen: ChosenTexts): Promise<void>;
  /** Ends the replacement that is under way; nothing is replaced. */
  cancel(): void;
}

/** How many rows are fetched at once: the page takes them over in far less than a frame. */
const sliceLength = 500;

/** After an edit of the workflow the search waits for the next one, as its worker has to write that too. */
const pauseMs = 200;

/** The search of a page. */
export const getFindStore = createPageStore(createFindStore);

const kinds: FindableKind[] = ['name', 'prompt', 'script', 'model', 'expression', 'note'];
const none = { rows: [], total: 0, replaceable: 0 } as const;

function createFindStore({ document, view, services }: AppStores): FindStore {
  const store = createStore<FindState>(() => ({
    query: { text: '', replacement: '', matchCase: false, wholeWord: false, isRegex: false, kinds },
    isReplacing: false,
    status: 'idle',
    error: undefined,
    ...none,
    left: new Set(),
    refused: new Map(),
    selected: undefined,
    done: undefined,
    replacing: undefined,
  }));
  /** Counts what was asked. The answer to anything but the newest is dropped. */
  let asked = 0;
  let searching = false;
  /** Replacing thousands of texts takes seconds; a second press does not begin anew. */
  let replacing: AbortController | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;

  /** Searches one at a time: while one is under way, only the newest wish is kept. */
  const searchNewest = async (): Promise<void> => {
    asked += 1;
    store.setState({ status: 'searching' });
    if (searching) return;
    searching = true;
    try {
      for (let at = 0; at !== asked; ) {
        at = asked;
        const answer = await findTexts(0);
        if (at === asked) store.setState(answer);
      }
    } finally {
      searching = false;
    }
  };
  const findTexts = async (skip: number): Promise<Partial<FindState>> => {
    const { query } = store.getState();
    if (query.text === '') return { status: 'idle', error: undefined, ...none };
    try {
      await document.actions.settled();
      const answer = await services.documents.findTexts(query, skip, sliceLength);
      if (!answer.ok) return { status: 'failed', error: answer.error, ...none };
      return { status: 'found', error: undefined, ...answer.value };
    } catch (error) {
      return { status: 'failed', error: formatFailureMessage(error), ...none };
    }
  };

  return Object.assign(store, {
    write(change: Partial<TextQuery>) {
      store.setState(({ query }) => ({
        query: { ...query, ...change },
        left: new Set<string>(),
        refused: new Map<string, string>(),
        done: undefined,
      }));
      void searchNewest();
    },
    refresh() {
      clearTimeout(pause);
      pause = setTimeout(() => void searchNewest(), pauseMs);
    },
    toggle(rows: readonly TextHit[]) {
      const keys = rows.filter(({ problem }) => problem === undefined).map(({ key }) => key);
      const { left } = store.getState();
      const isAll = keys.every((key) => !left.has(key));
      const others = [...left].filter((key) => !keys.includes(key));
      store.setState({ left: new Set(isAll ? [...others, ...keys] : others) });
    },
    async more() {
      const { rows } = store.getState();
      const at = asked;
      const answer = await findTexts(rows.length);
      if (at === asked) store.setState({ ...answer, rows: [...rows, ...(answer.rows ?? [])] });
    },
    async replace(chosen: ChosenTexts) {
      if (replacing !== undefined) return;
      const work = new AbortController();
      replacing = work;
      const { query } = store.getState();
      store.setState({ done: undefined, replacing: { done: 0, all: 0 } });
      const onProgress = (progress: ReplacingProgress) => store.setState({ replacing: progress });
      try {
        await document.actions.settled();
        const { text } = document.getState();
        const made = await services.documents.replaceTexts(query, chosen, onProgress, work.signal);
        if (work.signal.aborted) return store.setState({ done: cancelledSentence });
        if (!made.ok) return store.setState({ done: made.error });
        const { edits, count, refused, newIds } = made.value;
        const { selection } = view.getState().canvas;
        const workflow = document.getState().document;
        const isMade = await document.actions.rewrite(text, edits, `Replace “${query.text}”`);
        if (isMade && newIds.size > 0 && view.getState().canvas.selection === selection)
          renamePaths(view, (path) => mapRenamedPath(workflow, path, newIds));
        store.setState({
          refused: new Map(refused.map(({ key, problem }) => [key, problem])),
          done: isMade ? formatDone(count, refused.length) : 'The workflow changed meanwhile. Nothing was replaced.',
        });
      } catch (error) {
        store.setState({ done: work.signal.aborted ? cancelledSentence : formatFailureMessage(error) });
      } finally {
        replacing = undefined;
        store.setState({ replacing: undefined });
      }
    },
    cancel() {
      replacing?.abort();
    },
  });
}

const cancelledSentence = 'Cancelled. Nothing was replaced.';

function formatDone(count: number, refused: number): string {
  const done = `Replaced ${formatCount(count, 'place')}.`;
  return refused === 0 ? done : `${done} ${formatCount(refused, 'text')} stayed: see the reason at each.`;
}

function formatFailureMessage(error: unknown): string {
  const { message, advice } = toFailure(error);
  return advice === undefined ? message : `${closeSentence(message)} ${advice}`;
}
