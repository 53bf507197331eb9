import type { AppStores } from '@/state/context';
import { openDrawer, openFind, togglePanel } from '@/state/view/panels';
import { openDialog } from '@/state/view/screens';
import type { DrawerTab } from '@/state/view-store';
import { openGuide } from '@/ui/guide';
import { locateTask } from '@/workflow/task-path';
import { findHelpPage } from '../help/help-page';
import { canWrite } from '../writing/can-write';
import type { Action } from './action';
import { withEdits } from './with-edits';

const createPanelToggle =
  (panel: 'left' | 'right' | 'drawer') =>
  ({ view }: AppStores): void =>
    togglePanel(view, panel);

const createDrawerOpening =
  (tab: DrawerTab) =>
  ({ view }: AppStores): void =>
    openDrawer(view, tab);

/** Opens what the guide says of the field that has the focus, else of what is open. */
function showHelp({ document, view }: AppStores): void {
  const field = globalThis.document.activeElement?.closest('[data-field]');
  const button = field?.querySelector<HTMLElement>('[data-help]');
  if (button) {
    button.click();
    return;
  }
  const state = view.getState();
  const [selected] = state.canvas.selection;
  const type = selected === undefined ? undefined : locateTask(document.getState().document, selected)?.task.type;
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
  { id: 'find', label: 'Find and replace', group: 'Edit', keys: ['Mod+F'], run: ({ view }) => openFind(view) },
  { id: 'toggle-left', label: 'Show or hide the tasks', group: 'View', keys: [], run: createPanelToggle('left') },
  { id: 'toggle-right', label: 'Show or hide the inspector', group: 'View', keys: [], run: createPanelToggle('right') },
  { id: 'toggle-drawer', label: 'Show or hide the drawer', group: 'View', keys: [], run: createPanelToggle('drawer') },
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
