import type { Stores } from '@/state/context';
import type { Panels } from '@/state/view-store';
import type { Action } from './action';

function toggle(panel: 'left' | 'right' | 'drawer') {
  return ({ view }: Stores): void => {
    const { panels } = view.getState();
    const next: Panels = { ...panels, [panel]: !panels[panel] };
    view.setState({ panels: next });
  };
}

/** What is shown beside the canvas. */
export const viewActions: readonly Action[] = [
  { id: 'toggle-left', label: 'Show or hide the tasks', group: 'View', keys: [], run: toggle('left') },
  { id: 'toggle-right', label: 'Show or hide the inspector', group: 'View', keys: [], run: toggle('right') },
  { id: 'toggle-drawer', label: 'Show or hide the drawer', group: 'View', keys: [], run: toggle('drawer') },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    group: 'View',
    keys: ['?'],
    run: ({ view }) => view.setState({ dialog: 'shortcuts' }),
  },
];
