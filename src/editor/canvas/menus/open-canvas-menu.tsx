import type { TargetKind } from '@/plan/partial/run-targets';
import { useStores } from '@/state/context';
import { MenuAt, type MenuEntry } from '@/ui/overlay/menu';
import { isEnabled, keysOf } from '../../actions/action';
import { actionOf } from '../../actions/actions';
import { arrangeActions } from '../../actions/arrange-actions';
import { canvasOf } from '../../actions/canvas-handle';
import { type CanvasState, type MenuTarget, useCanvasStore } from '../canvas-state';
import { usePartFigures } from './use-part-figures';

const separator = 'separator';

/** Ids of the actions that a right click offers, by what it hit. */
const offers: { readonly [K in MenuTarget]: readonly string[] } = {
  task: [
    'open',
    'rename',
    separator,
    'run-only',
    'run-from',
    'run-until',
    separator,
    'connect',
    'what-if',
    'pin',
    'breakpoint',
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
    'move',
    'move-earlier',
    'move-later',
    'move-out',
    separator,
    'group',
    'ungroup',
    'wrap-map',
    'wrap-loop',
    'wrap-director',
    'extract',
    'inline',
    separator,
    'delete',
    'delete-join',
  ],
  edge: ['delete'],
  canvas: ['add-task', 'paste', separator, 'select-all', 'tidy', 'fit'],
};

/** Besides, while several tasks are selected. */
const forSeveral = arrangeActions.map(({ id }) => id);

/** Which part of the workflow each of these actions runs. */
const partOf: { readonly [id: string]: TargetKind | undefined } = {
  'run-only': 'only',
  'run-from': 'from',
  'run-until': 'until',
};

/** The menu that a right click or the menu key has opened. */
export function OpenCanvasMenu({ menu }: { readonly menu: NonNullable<CanvasState['contextMenu']> }) {
  const stores = useStores();
  const canvas = useCanvasStore();
  const figures = usePartFigures(menu.target === 'task' ? 1 : 0);
  const isSeveral = menu.target === 'task' && stores.view.getState().selection.size > 1;
  const offered = isSeveral ? [...offers.task, separator, ...forSeveral] : offers[menu.target];
  const entries = offered.map((id): MenuEntry => {
    if (id === separator) return { kind: 'separator' };
    const action = actionOf(id);
    return {
      kind: 'item',
      label: action.label,
      shortcut: keysOf(action, stores.view.getState().ownKeys)[0],
      detail: figures[partOf[id] as TargetKind],
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
