import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { RunEntry, RunUpdate } from '@/run/runner';
import type { DocumentStore } from '@/state/document-store';
import { firstSearch } from '@/state/drawer-search';
import { selectTasks, setRoot } from '@/state/view/canvas';
import { chooseOutputLook, filterEvents, filterLogs, openDrawer } from '@/state/view/panels';
import { openScreen } from '@/state/view/screens';
import { createViewStore } from '@/state/view-store';
import { readTabs } from './kept-tabs';
import { createOpenTabs, noteRunMarks, readRunMarks } from './tabs-store';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Stores of a page in which workflows are opened by their ids; those named in `missing` are not there. */
function page(missing: readonly string[] = []) {
  const saved = { status: 'saved' as string };
  const document = Object.assign(
    createStore(() => ({ id: '', sync: 'current', saved, document: { tasks: {}, name: '' } })),
    { actions: { save: async () => undefined } },
  );
  const view = createViewStore();
  const open = async (id: string) => {
    if (missing.includes(id)) return 'missing' as const;
    document.setState({ id, document: { tasks: {}, name: id.toUpperCase() } });
    openScreen(view, { at: 'editor' });
    return 'opened' as const;
  };
  const tabs = createOpenTabs(document as unknown as DocumentStore, view, () => ({
    open,
    blank: async () => void (await open('blank')),
  }));
  return { document, view, tabs, open, ids: () => tabs.getState().tabs.map(({ id }) => id) };
}

it('gives each opened workflow a tab behind the one before, and finds the one that it has', async () => {
  const { open, tabs, ids, document } = page();
  for (const id of ['a', 'b', 'c']) await open(id);
  await tabs.actions.show('a');
  await tabs.actions.add();
  expect(ids()).toEqual(['a', 'blank', 'b', 'c']);
  await open('c');
  expect(ids()).toEqual(['a', 'blank', 'b', 'c']);
  await tabs.actions.step(1);
  expect(document.getState().id).toBe('a');
  await tabs.actions.step(-1);
  expect(document.getState().id).toBe('c');
  document.setState({ document: { tasks: {}, name: 'Renamed' } });
  expect(tabs.getState().tabs.at(-1)?.name).toBe('Renamed');
});

it('keeps the view of what is left until it is shown again, also over a reload', async () => {
  const { open, view, tabs } = page();
  await open('a');
  setRoot(view, 'box');
  selectTasks(view, ['x']);
  openDrawer(view, 'logs');
  await open('b');
  expect(view.getState().canvas).toMatchObject({ root: undefined, selection: new Set() });
  expect(readTabs()[0]).toMatchObject({ id: 'a', kept: { selection: ['x'], root: 'box', drawerTab: 'logs' } });
  const again = page();
  expect(again.ids()).toEqual(['a', 'b']);
  await again.open('a');
  expect(again.view.getState().canvas.root).toBe('box');
  expect(again.tabs.actions.kept('a')?.selection).toEqual(['x']);
  again.tabs.actions.arrived();
  expect(again.tabs.actions.kept('a')).toBeUndefined();
  expect(tabs.actions.kept('a')).toBeUndefined();
});

it('keeps the look of the output and the filters of a workflow, and reads no others', async () => {
  const { open, view } = page();
  await open('a');
  const eventSearch = {
    kinds: ['task.failed' as const],
    status: 'failed' as const,
    text: 'x',
    onlySelected: true,
    newestFirst: true,
  };
  const logSearch = { exitCode: 'failed' as const, text: 'y', onlySelected: true };
  chooseOutputLook(view, 'rounds');
  filterEvents(view, eventSearch);
  filterLogs(view, logSearch);
  await open('b');
  expect(readTabs()[0]?.kept).toMatchObject({ outputLook: 'rounds', eventSearch, logSearch });
  const odd = { outputLook: 'none', eventSearch: { kinds: [1, 'task.failed'], status: 'odd', text: 3 }, logSearch: [] };
  kept.set('heddle.tabs', JSON.stringify([{ id: 'a', name: 'A', kept: { selection: [], drawerTab: 'logs', ...odd } }]));
  expect(readTabs()[0]?.kept).toMatchObject({
    ...firstSearch,
    eventSearch: { ...firstSearch.eventSearch, kinds: ['task.failed'] },
  });
});

it('closes a tab and shows its neighbour; after the last one the start page; what is gone loses its tab', async () => {
  const { open, view, tabs, ids, document } = page(['gone']);
  for (const id of ['a', 'b', 'c']) await open(id);
  await tabs.actions.close('b');
  expect(document.getState().id).toBe('c');
  await tabs.actions.close();
  expect(document.getState().id).toBe('a');
  await tabs.actions.close();
  expect([ids(), view.getState().screen.at]).toEqual([[], 'start']);
  openScreen(view, { at: 'editor' });
  expect(ids()).toEqual(['a']);
  tabs.setState({ tabs: [...tabs.getState().tabs, { id: 'gone', name: 'Gone', kept: undefined }] });
  await tabs.actions.show('gone');
  expect(ids()).toEqual(['a']);
});

it('leaves a workflow open that cannot be saved', async () => {
  const { open, tabs, ids, document } = page();
  await open('a');
  document.setState({ saved: { status: 'failed' } });
  await tabs.actions.close();
  expect(ids()).toEqual(['a']);
});

it('moves tabs within the row', async () => {
  const { open, tabs, ids } = page();
  for (const id of ['a', 'b', 'c']) await open(id);
  tabs.actions.move('a', 1);
  expect(ids()).toEqual(['b', 'a', 'c']);
  tabs.actions.shift(1);
  expect(ids()).toEqual(['b', 'a', 'c']);
  tabs.actions.shift(-1);
  expect(ids()).toEqual(['b', 'c', 'a']);
});

it('reads no list that is none', () => {
  for (const text of ['{', '{}', '[1, {"id": 1}]', '[{"id": "a"}]', 'null']) {
    kept.set('heddle.tabs', text);
    expect(readTabs()).toEqual([]);
  }
  kept.set('heddle.tabs', JSON.stringify([{ id: 'a', name: 'A', kept: { selection: [1, 'x'], drawerTab: 'none' } }]));
  expect(readTabs()).toEqual([{ id: 'a', name: 'A', kept: undefined }]);
});

it('marks how runs are from news of them, and reads what no news told', async () => {
  const { tabs } = page();
  const update = (workflowId: string, kind: string) =>
    ({ workflowId, executionId: 'r', events: [{ kind }], deltas: [] }) as unknown as RunUpdate;
  const marks = () => [...tabs.getState().marks].map(([id, mark]) => `${id} ${mark}`);
  noteRunMarks(tabs, [update('a', 'run.started'), update('b', 'task.started')]);
  expect(marks()).toEqual(['a running', 'b running']);
  noteRunMarks(tabs, [update('a', 'input.requested'), update('b', 'task.completed')]);
  expect(marks()).toEqual(['a asks', 'b running']);
  noteRunMarks(tabs, [update('a', 'input.provided'), update('b', 'run.failed')]);
  expect(marks()).toEqual(['a running', 'b failed']);

  tabs.setState({ tabs: ['a', 'c'].map((id) => ({ id, name: id, kept: undefined })) });
  await readRunMarks(tabs, { executions: async () => [{ status: 'completed' } as RunEntry] });
  expect(marks()).toEqual(['a running', 'b failed', 'c done']);
});
