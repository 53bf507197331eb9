import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, toFailure } from '@/base/errors';
import type { LiveAct } from '@/cases/live-acts';
import { startAskingForSecrets } from '@/state/ask-for-secrets';
import type { AppStores } from '@/state/context';
import { getTestMarks } from '@/state/test-marks';
import { openDrawer } from '@/state/view/panels';
import { attemptAction } from '@/ui/attempt';
import type {
  AskedTests,
  AskTestsOptions,
  JudgedCase,
  LastVerdict,
  TestsApi,
  TestsForecast,
} from '@/worker/border/tests-api';
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
  /** What each case said the last time it was run here. */
  readonly last: ReadonlyMap<string, LastVerdict>;
  /** What asking would mean; undefined: that is not known yet. */
  readonly forecast: TestsForecast | undefined;
  readonly activity: 'idle' | 'judging' | 'asking' | 'stopping';
  /** Ids of the cases that are being asked, and have no result yet. */
  readonly waiting: ReadonlySet<string>;
  /** What was asked last. */
  readonly asked: AskedTests | undefined;
  /** What a person wrote as the most that asking may cost, in $. */
  readonly budget: string;
  /** What waits for the person to allow what tests with `tools: live` perform; undefined: nothing. */
  readonly allowing: WaitingForConsent | undefined;
  /** Why the tests could not be judged. */
  readonly failure: Failure | undefined;
  /** The case that is open under the canvas. */
  readonly openedId: string | undefined;
  /** Whether the drawer shows it now, and no other tab. */
  readonly isOpenedShown: boolean;
}

/** What a person wants to be asked, as far as nothing is allowed yet. */
export type AskCasesOptions = Omit<AskTestsOptions, 'allowed'>;

/** An act, and the cases that may do it. */
export interface AskedAct {
  readonly act: LiveAct;
  readonly ids: readonly string[];
}

/** Something that is asked once the person has allowed what it performs, or not. */
export interface WaitingForConsent {
  readonly wish: AskCasesOptions;
  readonly acts: readonly AskedAct[];
}

/** The tests of the open workflow, and what can be done with them. */
export interface TestsStore extends StoreApi<TestsState> {
  /** Judges the tests of the document as it is by what is kept, unless they are asked just now. */
  judge(): Promise<void>;
  /**
   * Asks cases that were counted, of the document that was judged. If they would perform real tools, the person is
   * asked first, and {@link TestsStore.allow} goes on.
   */
  ask(wish: AskCasesOptions): Promise<void>;
  /** Asks what waits for consent: with it, without what it performs, or not at all. */
  allow(answer: 'perform' | 'leave out' | 'cancel'): Promise<void>;
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
    last: new Map(),
    forecast: undefined,
    activity: 'idle',
  },
  ...{
    waiting: new Set<string>(),
    asked: undefined,
    budget: '',
    allowing: undefined,
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

/** What asking cases may perform, each once, with those that do. */
function listAskedActs({ judged }: Pick<TestsState, 'judged'>, { ids }: AskCasesOptions): readonly AskedAct[] {
  const found = new Map<string, { act: LiveAct; ids: string[] }>();
  for (const id of ids) {
    for (const act of judged.get(id)?.acts ?? []) {
      const known = found.get(act.key);
      if (known === undefined) found.set(act.key, { act, ids: [id] });
      else known.ids.push(id);
    }
  }
  return [...found.values()];
}

/** A document with its tests, also where a file has them. */
const joinTests = async (api: Pick<TestsApi, 'join'>, workflowId: string, document: WorkflowDocument) =>
  typeof document.tests === 'string' ? api.join(workflowId, document) : document;

/** The tests of what is open in a page. They go on while their panel is closed. */
export function getTestsStore(app: AppStores, api: Pick<TestsApi, 'join' | 'last' | 'judge' | 'ask'>): TestsStore {
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
  const askNow = async (wish: AskTestsOptions) => {
    const { judgedDocument } = store.getState();
    if (judgedDocument === undefined || !isJudgedAlike(judgedDocument, document.getState().document)) return;
    const { workflowId, signal, isMine } = begin('asking', { waiting: new Set(wish.ids), asked: undefined });
    await attemptAction(async () => {
      const start = () => api.ask(workflowId, judgedDocument, wish, (one) => isMine() && take(one), signal);
      const asked = await startAskingForSecrets(app, start);
      const last = await api.last(workflowId);
      if (isMine()) store.setState({ asked, last });
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
  };
  const created: TestsStore = Object.assign(store, {
    judge: async () => {
      const { activity } = store.getState();
      if (activity === 'asking' || activity === 'stopping') return;
      const { document: judgedDocument } = document.getState();
      const { workflowId, signal, isMine } = begin('judging', { judgedDocument, forecast: undefined });
      const seen = new Map<string, JudgedCase>();
      try {
        const [tested, before] = await Promise.all([joinTests(api, workflowId, judgedDocument), api.last(workflowId)]);
        if (!isMine()) return;
        store.setState({ tested, last: before });
        const takeCase = (one: JudgedCase) => {
          if (!isMine()) return;
          seen.set(one.id, one);
          take(one);
        };
        const forecast = await api.judge(workflowId, judgedDocument, takeCase, signal);
        const last = await api.last(workflowId);
        if (isMine()) store.setState({ judged: seen, last, forecast, activity: 'idle' });
      } catch (error) {
        if (isMine())
          store.setState({ judged: new Map(), tested: undefined, failure: toFailure(error), activity: 'idle' });
      }
    },
    ask: async (wish: AskCasesOptions) => {
      const acts = listAskedActs(store.getState(), wish);
      if (acts.length === 0) return askNow({ ...wish, allowed: [] });
      store.setState({ allowing: { wish, acts } });
    },
    allow: async (answer: 'perform' | 'leave out' | 'cancel') => {
      const { allowing } = store.getState();
      store.setState({ allowing: undefined });
      if (allowing === undefined || answer === 'cancel') return;
      await askNow({ ...allowing.wish, allowed: answer === 'perform' ? allowing.acts.map(({ act }) => act.key) : [] });
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
