import { useStores } from '@/state/context';
import { MenuAt, type MenuEntry } from '@/ui/overlay/menu';
import { isEnabled } from '../../actions/action';
import { actionOf } from '../../actions/actions';
import { canvasOf } from '../../actions/canvas-handle';
import { type MenuTarget, useCanvasState, useCanvasStore } from '../canvas-state';

const separator = 'separator';

/** Ids of the actions that a right click offers, by what it hit. */
const offers: { readonly [K in MenuTarget]: readonly string[] } = {
  task: [
    'open',
    'rename',
    separator,
    'connect',
    'disable',
    'fold',
    'what-told',
    'find-fitting',
    separator,
    'copy',
    'cut',
    'duplicate',
    'export-tasks',
    separator,
    'delete',
    'delete-join',
  ],
  edge: ['delete'],
  canvas: ['add-task', 'paste', separator, 'select-all', 'tidy', 'fit'],
};

/** The menu that a right click or the menu key opens. */
export function CanvasMenu() {
  const stores = useStores();
  const canvas = useCanvasStore();
  const menu = useCanvasState((state) => state.contextMenu);
  if (!menu) return null;
  const entries = offers[menu.target].map((id): MenuEntry => {
    if (id === separator) return { kind: 'separator' };
    const action = actionOf(id);
    return {
      kind: 'item',
      label: action.label,
      shortcut: action.keys[0],
      danger: id.startsWith('delete'),
      disabled: !isEnabled(action, stores),
      onSelect: () => void action.run(stores),
    };
  });
  const close = () => {
    canvas.setState({ contextMenu: undefined });
    canvasOf(stores.view)?.focus();
  };
  return <MenuAt at={menu} label="Canvas menu" entries={entries} onClose={close} />;
}
