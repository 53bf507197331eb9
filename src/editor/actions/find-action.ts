import type { AppStores } from '@/state/context';
import { matchKeys } from '@/ui/keys';
import { type Action, type ActionGroup, getActionKeys, isEnabled } from './action';

/** Where a key was pressed: in a text or a dialog, on the canvas (or without any focus), or elsewhere. */
export type KeyArea = 'text' | 'canvas' | 'elsewhere';

const texts = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], .monaco-editor';
/** Elements that handle keys themselves while they are open. */
const floating = '[role=dialog], [role=menu], [role=listbox], [role=combobox]';

/** The area in which a key event occurred. */
export function findKeyArea(target: EventTarget | null): KeyArea {
  if (!(target instanceof Element) || target === target.ownerDocument.body) return 'canvas';
  if (target.closest(`${texts}, ${floating}`)) return 'text';
  return target.closest('[data-canvas]') ? 'canvas' : 'elsewhere';
}

/** Groups whose keys work on every screen of the open workflow. Keys of other groups work only in the editor. */
const everywhere: ReadonlySet<ActionGroup> = new Set(['Workflow', 'View']);

/** The action for a key event, if it can be run; whether it can now is asked by `isPossible`. */
export function findAction(
  actions: readonly Action[],
  event: Parameters<typeof matchKeys>[0],
  area: KeyArea,
  stores: AppStores,
  isPossible: (action: Action, stores: AppStores) => boolean = isEnabled,
): Action | undefined {
  const {
    screen: { at: screen },
    dialog,
    preferences: { ownKeys },
  } = stores.view.getState();
  if (dialog !== undefined) return undefined;
  return actions.find(
    (action) =>
      (screen === 'start' ? action.onStart : screen === 'editor' || everywhere.has(action.group)) &&
      (area !== 'text' || action.whileTyping === true) &&
      (action.scope === undefined || area === 'canvas') &&
      getActionKeys(action, ownKeys).some((keys) => matchKeys(event, keys)) &&
      isPossible(action, stores),
  );
}
