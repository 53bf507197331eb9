import { createStore } from 'zustand/vanilla';
import { getCanvas } from '@/editor/actions/canvas-handle';
import { findMarkAfter, findMarkOfListed, type RunMark } from '@/run/line/run-mark';
import type { Runner, RunUpdate } from '@/run/runner';
import type { DocumentStore } from '@/state/document-store';
import { selectSearch } from '@/state/drawer-search';
import type { KeptView, OpenTabs, OpenTabsActions, OpenTabsState, WorkflowTab } from '@/state/open-tabs';
import { replaceWorkflow } from '@/state/view/open-workflow';
import { openScreen } from '@/state/view/screens';
import type { ViewStore } from '@/state/view-store';
import { formatWorkflowLabel } from '@/workflow/document';
import type { WorkflowUseCases } from '../workflows/workflow-use-cases';
import { readTabs, writeTabs } from './kept-tabs';

/**
 * The open workflows of this page. Whatever opens a workflow gives it a tab, or shows the tab that it has. Only the
 * shown one is loaded: what is kept of the others is their names and views.
 */
export function createOpenTabs(
  document: DocumentStore,
  view: ViewStore,
  open: () => Pick<WorkflowUseCases, 'open' | 'blank'>,
): OpenTabs {
  const store = createStore<OpenTabsState>(() => ({ tabs: readTabs(), marks: new Map() }));
  const getShownId = () => document.getState().id;
  const findTabIndex = (id: string) => store.getState().tabs.findIndex((tab) => tab.id === id);
  const setTabs = (tabs: readonly WorkflowTab[]) => {
    store.setState({ tabs });
    writeTabs(tabs);
  };
  const changeTab = (id: string, patch: Partial<WorkflowTab>) =>
    setTabs(store.getState().tabs.map((tab) => (tab.id === id ? { ...tab, ...patch } : tab)));
  /** The shown workflow's kept view, until it has been applied. */
  let arriving: { readonly id: string; readonly kept: KeptView | undefined } | undefined;

  /** Gives the shown workflow its tab, behind the one that was shown before. */
  const admit = (before: string) => {
    const { id, document: opened } = document.getState();
    if (id === '' || view.getState().screen.at === 'start') return;
    const name = formatWorkflowLabel(opened);
    const { tabs } = store.getState();
    const tab = tabs[findTabIndex(id)];
    if (tab?.name === name) return;
    // While it is read, a workflow has no name yet.
    if (tab) return document.getState().sync === 'reading' ? undefined : changeTab(id, { name });
    const at = before === id ? tabs.length : findTabIndex(before) + 1 || tabs.length;
    setTabs([...tabs.slice(0, at), { id, name, kept: undefined }, ...tabs.slice(at)]);
  };
  document.subscribe((state, before) => {
    if (state.id !== before.id) {
      arriving = { id: state.id, kept: store.getState().tabs[findTabIndex(state.id)]?.kept };
      if (findTabIndex(before.id) >= 0) changeTab(before.id, { kept: buildKeptView(view) });
      if (arriving.kept) changeTab(state.id, { kept: undefined });
      // The address is written next: it must not name a container of the other workflow.
      replaceWorkflow(view, arriving.kept?.root);
    }
    if (state.id !== before.id || state.document !== before.document) admit(before.id);
  });
  view.subscribe((state, before) => state.screen.at !== before.screen.at && admit(getShownId()));

  const actions: OpenTabsActions = {
    async show(id) {
      if (id === getShownId()) return openScreen(view, { at: 'editor' });
      const opened = await open().open(id);
      if (opened === 'missing' || opened === 'failed') actions.forget(id);
    },
    async step(by) {
      const { tabs } = store.getState();
      const next = tabs[(findTabIndex(getShownId()) + by + tabs.length) % tabs.length];
      if (next) await actions.show(next.id);
    },
    async close(id = getShownId()) {
      const at = findTabIndex(id);
      const { tabs } = store.getState();
      const next = tabs[at + 1] ?? tabs[at - 1];
      if (at < 0) return;
      if (id === getShownId()) {
        if (next) await open().open(next.id);
        // What could not be saved stays open.
        else await document.actions.save();
        if (getShownId() === id && (next || document.getState().saved.status === 'failed')) return;
        if (!next) openScreen(view, { at: 'start' });
      }
      actions.forget(id);
    },
    add: () => open().blank(),
    move(id, to) {
      const { tabs } = store.getState();
      const moved = tabs.find((tab) => tab.id === id);
      const others = tabs.filter((tab) => tab.id !== id);
      const at = Math.min(Math.max(to, 0), others.length);
      if (moved) setTabs([...others.slice(0, at), moved, ...others.slice(at)]);
    },
    shift: (by) => actions.move(getShownId(), findTabIndex(getShownId()) + by),
    forget: (id) => setTabs(store.getState().tabs.filter((tab) => tab.id !== id)),
    kept: (id) => (arriving?.id === id ? arriving.kept : undefined),
    arrived() {
      arriving = undefined;
    },
  };
  return Object.assign(store, { actions });
}

function buildKeptView(view: ViewStore): KeptView {
  const { canvas, drawer, sides } = view.getState();
  const { selection, root } = canvas;
  const tabs = { drawerTab: drawer.tab, inspectorTab: sides.inspector, leftTab: sides.left };
  return { selection: [...selection], root, ...tabs, viewport: getCanvas(view)?.viewport(), ...selectSearch(drawer) };
}

/** Notes how the runs of all workflows are, from news of them. */
export function noteRunMarks(tabs: OpenTabs, updates: readonly RunUpdate[]): void {
  const news: [string, RunMark][] = [];
  for (const update of updates) {
    const mark = findMarkAfter(update);
    if (mark !== undefined) news.push([update.workflowId, mark]);
  }
  setMarks(tabs, news);
}

/** Reads how the newest runs of the open workflows are. What is known from news stays. */
export async function readRunMarks(tabs: OpenTabs, runner: Pick<Runner, 'executions'>): Promise<void> {
  const read = tabs.getState().tabs.map(async ({ id }): Promise<readonly [string, RunMark] | undefined> => {
    const [newest] = await runner.executions(id, 0, 1);
    return newest && [id, findMarkOfListed(newest.status)];
  });
  const found = (await Promise.all(read)).filter((one) => one !== undefined);
  setMarks(
    tabs,
    found.filter(([id]) => !tabs.getState().marks.has(id)),
  );
}

function setMarks(tabs: OpenTabs, news: readonly (readonly [string, RunMark])[]): void {
  const { marks } = tabs.getState();
  if (news.some(([id, mark]) => marks.get(id) !== mark)) tabs.setState({ marks: new Map([...marks, ...news]) });
}
