import type { AppStores } from '@/state/context';
import { findBreakpoint } from '@/state/run-actions';
import { openDrawer, openFind, stepMap, toggleAllPanels, toggleDrawerSize, togglePanel } from '@/state/view/panels';
import { openDialog } from '@/state/view/screens';
import type { DrawerTab } from '@/state/view-store';
import { openGuide } from '@/ui/guide';
import { focusNewestNotice, hasNotice } from '@/ui/overlay/toast';
import { locateTask } from '@/workflow/task-path';
import { findHelpPage } from '../help/help-page';
import { canWrite } from '../writing/can-write';
import type { Action } from './action';
import { getCanvas } from './canvas-handle';
import { findRegion, goToRegion, type RegionName } from './regions';
import { withEdits } from './with-edits';

/** Changes which panels are shown. A focus that was in one that closes goes to the canvas. */
const createPanelToggle =
  (toggle: (view: AppStores['view']) => void) =>
  ({ view }: AppStores): void => {
    toggle(view);
    const panel = panelOfRegion[findRegion(document.activeElement) ?? 'canvas'];
    if (panel !== undefined && !view.getState().preferences.panels[panel]) getCanvas(view)?.focus();
  };
const panelOfRegion: { readonly [R in RegionName]?: 'left' | 'right' | 'drawer' } = {
  left: 'left',
  inspector: 'right',
  drawer: 'drawer',
};

const createRegionStep = (by: 1 | -1): Action => ({
  id: by === 1 ? 'next-region' : 'previous-region',
  label: by === 1 ? 'Go to the next part of the screen' : 'Go to the part of the screen before',
  also: 'canvas inspector drawer panel focus',
  group: 'View',
  keys: [by === 1 ? 'F6' : 'Shift+F6'],
  whileTyping: true,
  enabled: () => document.querySelector('[role=dialog], [role=menu]') === null,
  run: () => goToRegion(document, by),
});

const createDrawerOpening =
  (tab: DrawerTab) =>
  ({ view }: AppStores): void =>
    openDrawer(view, tab);

/** Opens what the guide says of the field that has the focus, else of what is open. */
function showHelp({ document: workflow, view }: AppStores): void {
  const field = document.activeElement?.closest('[data-field]');
  const button = field?.querySelector<HTMLElement>('[data-help]');
  if (button) {
    button.click();
    return;
  }
  const state = view.getState();
  const [selected] = state.canvas.selection;
  const type = selected === undefined ? undefined : locateTask(workflow.getState().document, selected)?.task.type;
  openGuide(findHelpPage(state, type));
}

/** What is shown beside the canvas. */
export const viewActions: readonly Action[] = [
  {
    id: 'search-all',
    label: 'Search everything',
    group: 'View',
    keys: ['Mod+K'],
    whileTyping: true,
    onStart: true,
    run: ({ view }) => openDialog(view, { name: 'command-menu' }),
  },
  {
    id: 'find',
    label: 'Find and replace',
    group: 'Edit',
    keys: ['Mod+F'],
    scope: 'anywhere',
    run: ({ view }) => openFind(view),
  },
  createRegionStep(1),
  createRegionStep(-1),
  {
    id: 'toggle-panels',
    label: 'Show or hide all panels',
    group: 'View',
    keys: ['Mod+\\'],
    whileTyping: true,
    run: createPanelToggle(toggleAllPanels),
  },
  {
    id: 'toggle-left',
    label: 'Show or hide the tasks',
    group: 'View',
    keys: [],
    run: createPanelToggle((view) => togglePanel(view, 'left')),
  },
  {
    id: 'toggle-right',
    label: 'Show or hide the inspector',
    group: 'View',
    keys: ['Mod+.'],
    whileTyping: true,
    run: createPanelToggle((view) => togglePanel(view, 'right')),
  },
  {
    id: 'toggle-drawer',
    label: 'Show or hide the drawer',
    group: 'View',
    keys: ['Mod+J'],
    whileTyping: true,
    run: createPanelToggle((view) => togglePanel(view, 'drawer')),
  },
  {
    id: 'toggle-large-drawer',
    label: 'Make the drawer large or small',
    group: 'View',
    keys: ['Mod+Shift+J'],
    whileTyping: true,
    run: createPanelToggle(toggleDrawerSize),
  },
  {
    id: 'go-to-message',
    label: 'Go to the newest message',
    group: 'View',
    keys: ['F8'],
    whileTyping: true,
    onStart: true,
    // At a breakpoint the key continues the run.
    enabled: ({ run }) => hasNotice() && findBreakpoint(run.getState()) === undefined,
    run: focusNewestNotice,
  },
  {
    id: 'map',
    label: 'Map of the workflow: on, off, by itself',
    group: 'View',
    keys: ['M'],
    run: ({ view }) => stepMap(view),
  },
  { id: 'show-output', label: 'Show the output', group: 'View', keys: ['O'], run: createDrawerOpening('output') },
  { id: 'show-logs', label: 'Show the logs', group: 'View', keys: ['L'], run: createDrawerOpening('logs') },
  {
    id: 'write',
    label: 'Write in the large editor',
    group: 'Edit',
    keys: ['Mod+E'],
    whileTyping: true,
    enabled: canWrite,
    run: (stores) => withEdits(({ openLargeEditor: write }) => write(stores)),
  },
  {
    id: 'help',
    label: 'Help for what is open',
    group: 'View',
    keys: ['F1'],
    whileTyping: true,
    run: showHelp,
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    group: 'View',
    keys: ['?'],
    onStart: true,
    run: ({ view }) => openDialog(view, { name: 'shortcuts' }),
  },
];
