import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, toFailure } from '@/base/errors';
import type { AppStores } from '@/state/context';
import { getTestMarks } from '@/state/test-marks';
import { openDrawer } from '@/state/view/panels';
import { attemptAction } from '@/ui/attempt';
import type { AskedTests, AskTestsOptions, JudgedCase, TestsApi, TestsForecast } from '@/worker/border/tests-api';
import type { WorkflowDocument } from '@/workflow/document';
import { buildTestMarks } from './mark-tests';

/** The tests of the open workflow, as they were judged last. */
export interface TestsState {
  readonly workflowId: string;
  /** The document that was judged last, or is being judged. */
  readonly judgedDocument: WorkflowDocument | undefined;
  /** The same with its tests, also where a file has them; undefined until that was read. */
  readonly tested: WorkflowDocument | undefined;
  readonly judged: ReadonlyMap<string, JudgedCase>;
  /** What asking would mean; undefined: that is not known yet. */
  readonly forecast: TestsForecast | undefined;
  readonly activity: 'idle' | 'judging' | 'asking' | 'stopping';
  /** Ids of the cases that are being asked, and have no result yet. */
  readonly waiting: ReadonlySet<string>;
  /** What was asked last. */
  readonly asked: AskedTests | undefined;
  /** What a person wrote as the most that asking may cost, in $. */
  readonly budget: string;
  /** Why the tests could not be judged. */
  readonly failure: Failure | undefined;
  /** The case that is open under the canvas. */
  readonly openedId: string | undefined;
  /** Whether the drawer shows it now, and no other tab. */
  readonly isOpenedShown: boolean;
}

/** The tests of the open workflow, and what can be done with them. */
export interface TestsStore extends StoreApi<TestsState> {
  /** Judges the tests of the document as it is by what is kept, unless they are asked just now. */
  judge(): Promise<void>;
  /** Asks cases that were counted, of the document that was judged. */
  ask(wish: AskTestsOptions): Promise<void>;
  /** Ends asking: calls in flight are awaited. */
  stop(): void;
  /** Shows a case under the canvas; undefined: none. */
  open(id: string | undefined): void;
}

const stores = new WeakMap<AppStores, TestsStore>();

const none: TestsState = {
  ...{
    workflowId: '',
    judgedDocument: undefined,
    tested: undefined,
    judged: new Map(),
    forecast: undefined,
    activity: 'idle',
  },
  ...{
    waiting: new Set<string>(),
    asked: undefined,
    budget: '',
    failure: undefined,
    openedId: undefined,
    isOpenedShown: false,
  },
};

/** Whether two documents are judged alike: where things are drawn says nothing of a run. */
export function isJudgedAlike(one: WorkflowDocument | undefined, other: WorkflowDocument): boolean {
  if (one === undefined || one === other) return one === other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof WorkflowDocument>;
  keys.delete('layout');
  return [...keys].every((key) => one[key] === other[key]);
}

/** The budget that a person wrote, in USD; undefined: none; a sentence: it is no amount. */
export function readTestsBudget({ budget }: Pick<TestsState, 'budget'>): number | undefined | string {
  const written = budget.trim().replace(/^\$/, '');
  if (written === '') return undefined;
  const usd = Number(written);
  return Number.isFinite(usd) && usd >= 0 ? usd : 'Write an amount such as 0.50.';
}

/** A document with its tests, also where a file has them. */
const joinTests = async (api: Pick<TestsApi, 'join'>, workflowId: string, document: WorkflowDocument) =>
  typeof document.tests === 'string' ? api.join(workflowId, document) : document;

/** The tests of what is open in a page. They go on while their panel is closed. */
export function getTestsStore(app: AppStores, api: Pick<TestsApi, 'join' | 'judge' | 'ask'>): TestsStore {
  const known = stores.get(app);
  if (known !== undefined) return known;
  const { document } = app;
  const store = createStore<TestsState>(() => none);
  let stopping = new AbortController();
  document.subscribe(({ id }, before) => {
    if (id === before.id) return;
    stopping.abort();
    store.setState(none);
  });
  store.subscribe(({ judged, activity }, before) => {
    // While the cases are judged one by one the marks stay as they are.
    const isDone = activity === 'idle' && before.activity !== 'idle';
    if (isDone || (judged !== before.judged && activity !== 'judging'))
      getTestMarks(app).setState(buildTestMarks(judged));
  });
  const begin = (activity: 'judging' | 'asking', more: Partial<TestsState>) => {
    stopping.abort();
    const mine = new AbortController();
    stopping = mine;
    const { id } = document.getState();
    store.setState({ workflowId: id, activity, failure: undefined, ...more });
    return { workflowId: id, signal: mine.signal, isMine: () => stopping === mine && document.getState().id === id };
  };
  const take = (one: JudgedCase) =>
    store.setState(({ judged, waiting }) => ({
      judged: new Map(judged).set(one.id, one),
      waiting: waiting.has(one.id) ? new Set([...waiting].filter((id) => id !== one.id)) : waiting,
    }));
  const created: TestsStore = Object.assign(store, {
    judge: async () => {
      const { activity } = store.getState();
      if (activity === 'asking' || activity === 'stopping') return;
      const { document: judgedDocument } = document.getState();
      const { workflowId, signal, isMine } = begin('judging', { judgedDocument, forecast: undefined });
      const seen = new Map<string, JudgedCase>();
      try {
        const tested = await joinTests(api, workflowId, judgedDocument);
        if (!isMine()) return;
        store.setState({ tested });
        const takeCase = (one: JudgedCase) => {
          if (!isMine()) return;
          seen.set(one.id, one);
          take(one);
        };
        const forecast = await api.judge(workflowId, judgedDocument, takeCase, signal);
        if (isMine()) store.setState({ judged: seen, forecast, activity: 'idle' });
      } catch (error) {
        if (isMine())
          store.setState({ judged: new Map(), tested: undefined, failure: toFailure(error), activity: 'idle' });
      }
    },
    ask: async (wish: AskTestsOptions) => {
      const { judgedDocument } = store.getState();
      if (judgedDocument === undefined || !isJudgedAlike(judgedDocument, document.getState().document)) return;
      const { workflowId, signal, isMine } = begin('asking', { waiting: new Set(wish.ids), asked: undefined });
      await attemptAction(async () => {
        const asked = await api.ask(workflowId, judgedDocument, wish, (one) => isMine() && take(one), signal);
        if (isMine()) store.setState({ asked });
      });
      if (!isMine()) return;
      const asking = [...store.getState().judged.values()].flatMap(({ id, isAsking }) => (isAsking ? [id] : []));
      const before = store.getState().forecast;
      // What is left is a part of what was counted, so its price is at most a share of that.
      const share = asking.length / Math.max(1, before?.asking.length ?? 1);
      const costUsd = before?.costUsd === undefined ? undefined : before.costUsd * Math.min(1, share);
      store.setState({
        ...{ activity: 'idle', waiting: new Set<string>() },
        forecast: { warnings: before?.warnings ?? [], asking, costUsd },
      });
    },
    stop: () => {
      if (store.getState().activity === 'asking') store.setState({ activity: 'stopping' });
      stopping.abort();
    },
    open: (openedId: string | undefined) => {
      openDrawer(app.view);
      store.setState({ openedId, isOpenedShown: openedId !== undefined });
    },
  });
  stores.set(app, created);
  return created;
}
