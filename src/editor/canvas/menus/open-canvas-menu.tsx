import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useState } from 'react';
import type { TargetKind } from '@/plan/partial/run-targets';
import { type AppStores, useStores } from '@/state/context';
import { countSelectedTasks, getSelectedTask } from '@/state/view-store';
import { MenuAt, type MenuEntry } from '@/ui/overlay/menu';
import { firstNoteColor, type NoteColor, noteColorNames, noteColors } from '@/workflow/note-colors';
import { noteByKey } from '@/workflow/notes';
import { locateTask } from '@/workflow/task-path';
import { formatActionLabel, getActionKeys, isEnabled } from '../../actions/action';
import { getAction } from '../../actions/actions';
import { arrangeActions } from '../../actions/arrange-actions';
import { getCanvas } from '../../actions/canvas-handle';
import { listSelectedNotes } from '../../actions/edit';
import { colorNotes } from '../../actions/note-edits';
import { isInView } from '../../geometry/node-geometry';
import { type AskedMenu, type MenuTarget, useCanvasStore } from '../canvas-state';
import { buildMenu } from './menu-of';
import { usePartFigures } from './use-part-figures';

const separator = 'separator';

/** The id of an action, a line between some, or a menu beside this one. */
type Offer = string | readonly [label: string, actionIds: readonly string[]];

/** Offered only while several tasks are selected. */
const forSeveral: Offer = ['Align and distribute', arrangeActions.map(({ id }) => id)];

/** Stands for the colours of notes. */
const colours = 'colours';

/** What a right click offers, by what it hit. */
const offers: { readonly [K in MenuTarget]: readonly Offer[] } = {
  task: [
    'open',
    'open-function',
    'rename',
    separator,
    'run-only',
    'run-from',
    'run-until',
    separator,
    'connect',
    'wrap-director',
    'what-if',
    'pin',
    'breakpoint',
    'disable',
    'what-told',
    'find-fitting',
    separator,
    'copy',
    'cut',
    'paste',
    'duplicate',
    'export-tasks',
    separator,
    ['Place', ['fold', separator, 'move', 'move-earlier', 'move-later', 'move-out']],
    ['Structure', ['group', 'ungroup', separator, 'wrap-map', 'wrap-loop', separator, 'extract', 'inline']],
    forSeveral,
    separator,
    'delete',
    'delete-join',
  ],
  edge: ['delete'],
  note: ['write-note', separator, colours, separator, 'copy', 'cut', 'duplicate', separator, 'delete'],
  canvas: ['add-task', 'add-note', 'paste', separator, 'select-all', 'tidy', 'fit'],
};

/** Which part of the workflow each of these actions runs. */
const partOf: { readonly [id: string]: TargetKind | undefined } = {
  'run-only': 'only',
  'run-from': 'from',
  'run-until': 'until',
};

/** The colours of the selected notes. */
function colourMenu(stores: AppStores): MenuEntry {
  const keys = listSelectedNotes(stores);
  const first = noteByKey(stores.document.getState().document, keys[0] ?? '');
  return {
    kind: 'menu',
    label: 'Colour',
    entries: [
      {
        kind: 'choice',
        label: 'Colour',
        options: noteColors.map((value) => ({ value, label: noteColorNames[value] })),
        value: first?.color ?? firstNoteColor,
        onChange: (value) => void colorNotes(stores, keys, value as NoteColor),
      },
    ],
  };
}

/** The name of what the selected call calls. */
function findCalledName({ document, view }: AppStores): string | undefined {
  const task = locateTask(document.getState().document, getSelectedTask(view.getState()) ?? '')?.task;
  return task?.type === 'call' ? task.ref : undefined;
}

/** The menu that a right click or the menu key has opened. */
export function OpenCanvasMenu({ menu: asked }: { readonly menu: AskedMenu }) {
  const stores = useStores();
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  const size = useStoreApi();
  // What was asked for stays while it is open, whatever is selected then.
  const [menu] = useState(() =>
    buildMenu(stores, asked, (box) =>
      isInView(box, flow.getViewport(), size.getState()) ? flow.flowToScreenPosition(box) : undefined,
    ),
  );
  const figures = usePartFigures(menu.target === 'task' ? 1 : 0);
  const isSeveral = menu.target === 'task' && countSelectedTasks(stores.view.getState()) > 1;
  const buildEntry = (offer: Offer): MenuEntry => {
    if (offer === separator) return { kind: 'separator' };
    if (offer === colours) return colourMenu(stores);
    if (typeof offer !== 'string') return { kind: 'menu', label: offer[0], entries: offer[1].map(buildEntry) };
    const action = getAction(offer);
    return {
      kind: 'item',
      label:
        `${formatActionLabel(action, stores)} ${offer === 'open-function' ? (findCalledName(stores) ?? '') : ''}`.trim(),
      shortcut: getActionKeys(action, stores.view.getState().preferences.ownKeys)[0],
      detail: figures[partOf[offer] as TargetKind],
      danger: offer.startsWith('delete'),
      disabled: !isEnabled(action, stores),
      onSelect: () => void action.run(stores),
    };
  };
  const isCall = findCalledName(stores) !== undefined;
  const entries = offers[menu.target]
    .filter((offer) => (isSeveral || offer !== forSeveral) && (isCall || offer !== 'open-function'))
    .map(buildEntry);
  const closeMenu = () => {
    canvas.setState({ contextMenu: undefined });
    getCanvas(stores.view)?.focus();
  };
  return <MenuAt at={menu} label="Canvas menu" entries={entries} onClose={closeMenu} />;
}
