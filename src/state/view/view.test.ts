import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { createViewStore, defaultPanels } from '../view-store';
import { jumpToTask, openRoot, renamePaths, selectEdge, selectTasks } from './canvas';
import { beginGesture, dragTo, endGesture, findDragged, findWireStart } from './gestures';
import { replaceWorkflow, showWorkflow } from './open-workflow';
import { fitPanels, openDrawer, openFind, openInspectorOnce, setPanels, showRunInEditor } from './panels';
import { setPreferences } from './preferences';
import type { Request } from './request';
import { chooseProvider, dropDraft, openModels, openScreen, showDraft } from './screens';
import { showCall } from './shown-run';

/** Whether a request waits; it is then served. */
function isWaiting<T>(request: Request<T>): boolean {
  let found = false;
  request.serve(() => {
    found = true;
  })();
  return found;
}

it('has at most eight fields, which nothing but its actions changes', () => {
  expect(Object.keys(createViewStore().getState()).length).toBeLessThanOrEqual(8);
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const changing = files.filter(
    (file) =>
      !file.replaceAll('\\', '/').startsWith('state/view/') &&
      /view\.setState|view\/change-view/.test(readFileSync(`src/${file}`, 'utf8')),
  );
  expect(changing).toEqual([]);
});

it('ends a gesture when another screen or workflow is shown, and not when the same screen shows something else', () => {
  const view = createViewStore();
  const start = () => findWireStart(view.getState());
  beginGesture(view, { kind: 'connect', from: 'a' });
  openDrawer(view, 'logs');
  jumpToTask(view, 'b');
  expect(start()).toBe('a');
  openScreen(view, { at: 'plan' });
  expect(start()).toBeUndefined();
  openScreen(view, { at: 'editor' });
  beginGesture(view, { kind: 'connect', from: 'a' });
  replaceWorkflow(view);
  expect(start()).toBeUndefined();
});

it('has one gesture at a time: what has ended is moved no more, and ends no other', () => {
  const view = createViewStore();
  beginGesture(view, { kind: 'drag', at: new Map([['a', [0, 0]]]) });
  dragTo(view, new Map([['a', [5, 5]]]));
  expect(findDragged(view.getState()).get('a')).toEqual([5, 5]);
  beginGesture(view, { kind: 'connect', from: 'a' });
  dragTo(view, new Map([['a', [9, 9]]]));
  endGesture(view, 'drag');
  expect(findDragged(view.getState()).size).toBe(0);
  expect(findWireStart(view.getState())).toBe('a');
});

it('selects an edge or tasks, never both', () => {
  const view = createViewStore();
  selectTasks(view, ['a']);
  selectEdge(view, { from: 'a', to: 'b' });
  expect(view.getState().canvas.selection.size).toBe(0);
  selectTasks(view, ['a']);
  expect(view.getState().canvas.edge).toBeUndefined();
});

it('keeps every other field the same object, and tells nobody of what changes nothing', () => {
  const view = createViewStore();
  const before = view.getState();
  selectTasks(view, ['a']);
  const { canvas, screen, ...others } = view.getState();
  expect(canvas).not.toBe(before.canvas);
  for (const [name, value] of Object.entries({ screen, ...others })) expect(value).toBe(Object(before)[name]);
  const told = vi.fn();
  view.subscribe(told);
  setPreferences(view, { theme: 'system' });
  showCall(view, 'greet', 'hello');
  showCall(view, 'greet', 'hello');
  expect(told).toHaveBeenCalledTimes(1);
});

it('tells who reads one part of the canvas of no other: a drag leaves the selection alone, and a selection the drag', () => {
  const view = createViewStore();
  selectTasks(view, ['a']);
  const read = () => {
    const { canvas } = view.getState();
    return [canvas.selection, canvas.openedFrom, findDragged(view.getState())] as const;
  };
  const [selection, openedFrom, rest] = read();
  beginGesture(view, { kind: 'drag', at: new Map([['a', [1, 1]]]) });
  const [during, history, dragged] = read();
  expect([during === selection, history === openedFrom, dragged === rest]).toEqual([true, true, false]);
  selectTasks(view, ['b']);
  expect(read()[2]).toBe(dragged);
  endGesture(view, 'drag');
  expect(read()[2]).toBe(rest);
});

it('keeps a request until somebody serves it, the last one only, and serves each that follows', () => {
  const { requests } = createViewStore();
  const served: (readonly string[])[] = [];
  requests.reveal.send(['a']);
  requests.reveal.send(['b']);
  const leave = requests.reveal.serve((ids) => served.push(ids));
  requests.reveal.send(['c']);
  requests.reveal.send(['c']);
  expect(served).toEqual([['b'], ['c'], ['c']]);
  leave();
  requests.reveal.send(['d']);
  expect([served.length, isWaiting(requests.reveal)]).toEqual([3, true]);
});

it('forgets what was asked for a workflow that is no longer shown', () => {
  const view = createViewStore();
  jumpToTask(view, 'a');
  view.requests.cursor.send(7);
  replaceWorkflow(view);
  expect([isWaiting(view.requests.reveal), isWaiting(view.requests.cursor)]).toEqual([false, false]);
});

it('shows a workflow as it was left, and a broken one as code', () => {
  const view = createViewStore();
  openFind(view);
  const viewport = { x: 1, y: 2, zoom: 3 };
  const { eventSearch, logSearch } = view.getState().drawer;
  const tabs = { drawerTab: 'logs', inspectorTab: 'output', leftTab: 'runs' } as const;
  const kept = { selection: ['x'], root: 'box', ...tabs, viewport, outputLook: undefined, eventSearch, logSearch };
  openScreen(view, { at: 'plan' });
  showWorkflow(view, kept, true);
  const { screen, canvas, drawer, sides, preferences } = view.getState();
  expect([screen.at, canvas.root, [...canvas.selection], drawer.tab, preferences.mode]).toEqual([
    'editor',
    'box',
    ['x'],
    'logs',
    'code',
  ]);
  expect(sides).toMatchObject({ inspector: 'output', left: 'runs' });
  expect([isWaiting(view.requests.viewport), isWaiting(view.requests.reveal)]).toEqual([true, false]);
});

it('leads back from the models to the screen before, with what that showed', () => {
  const view = createViewStore();
  openScreen(view, { at: 'context', call: 'task/a' });
  openModels(view, 'openai');
  openModels(view, 'sim');
  const { screen } = view.getState();
  expect(screen).toEqual({ at: 'models', provider: 'sim', back: { at: 'context', call: 'task/a' } });
});

it('does not bring back the screen with models for a provider that is chosen late', () => {
  const view = createViewStore();
  openModels(view, 'openai');
  chooseProvider(view, 'sim');
  expect(view.getState().screen).toMatchObject({ at: 'models', provider: 'sim' });
  openScreen(view, { at: 'editor' });
  chooseProvider(view, 'harbour');
  expect(view.getState().screen).toEqual({ at: 'editor' });
});

it('keeps the draft of a model until it is used or discarded, whatever is looked at meanwhile', () => {
  const view = createViewStore();
  const draft = { sentence: 'Sum up', text: 'heddle: 1', warnings: [] };
  showDraft(view, draft);
  openScreen(view, { at: 'editor' });
  expect(view.getState().workflow.draft).toBe(draft);
  dropDraft(view);
  expect([view.getState().screen.at, view.getState().workflow.draft]).toEqual(['editor', undefined]);
});

it('opens the canvas from any screen, in one change, and follows new names', () => {
  const view = createViewStore();
  openScreen(view, { at: 'plan' });
  const told = vi.fn();
  view.subscribe(told);
  openRoot(view, 'library:greet');
  expect([view.getState().screen.at, told.mock.calls.length]).toEqual(['editor', 1]);
  selectTasks(view, ['library:greet/x']);
  showCall(view, 'greet', 'hello');
  renamePaths(view, (path) => path.replace('library:greet', 'library:welcome'));
  const { canvas, shownRun } = view.getState();
  expect([canvas.root, ...canvas.selection, ...shownRun.callsShown.keys()]).toEqual([
    'library:welcome',
    'library:welcome/x',
    'welcome',
  ]);
});

it('changes only the panels that are named', () => {
  const view = createViewStore();
  setPanels(view, { left: false });
  expect(view.getState().preferences.panels).toEqual({ ...defaultPanels, left: false });
});

it('opens the inspector for the first selection and the drawer for the first run, and neither once they were closed', () => {
  const view = createViewStore();
  const isOpen = () => view.getState().preferences.panels;
  openScreen(view, { at: 'plan' });
  openInspectorOnce(view);
  showRunInEditor(view);
  expect(isOpen()).toMatchObject({ right: true, drawer: true });
  expect(view.getState().screen.at).toBe('editor');
  setPanels(view, { right: false, drawer: false });
  openInspectorOnce(view);
  showRunInEditor(view);
  expect(isOpen()).toMatchObject({ right: false, drawer: false });
});

it('does not take the room of the window for the choice of the person', () => {
  const view = createViewStore();
  fitPanels(view, { right: false });
  openInspectorOnce(view);
  expect(view.getState().preferences.panels.right).toBe(true);
});
