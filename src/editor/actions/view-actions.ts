import type { AppStores } from '@/state/context';
import { type DrawerTab, openDrawer, type Panels } from '@/state/view-store';
import type { Action } from './action';

function toggle(panel: 'left' | 'right' | 'drawer') {
  return ({ view }: AppStores): void => {
    const { panels } = view.getState();
    const next: Panels = { ...panels, [panel]: !panels[panel] };
    view.setState({ panels: next });
  };
}

const drawer =
  (tab: DrawerTab) =>
  ({ view }: AppStores): void =>
    openDrawer(view, tab);

/** Actions that show or hide what is beside the canvas. */
export const viewActions: readonly Action[] = [
  { id: 'toggle-left', label: 'Show or hide the tasks', group: 'View', keys: [], run: toggle('left') },
  { id: 'toggle-right', label: 'Show or hide the inspector', group: 'View', keys: [], run: toggle('right') },
  { id: 'toggle-drawer', label: 'Show or hide the drawer', group: 'View', keys: [], run: toggle('drawer') },
  { id: 'show-output', label: 'Show the output', group: 'View', keys: ['O'], run: drawer('output') },
  { id: 'show-logs', label: 'Show the logs', group: 'View', keys: ['L'], run: drawer('logs') },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    group: 'View',
    keys: ['?'],
    run: ({ view }) => view.setState({ dialog: { name: 'shortcuts' } }),
  },
];
