import type { AppStores } from '@/state/context';
import { matchKeyPlace, matchKeys } from '@/ui/keys';
import { type Action, type ActionGroup, getActionKeys, getScope, isEnabled, type KeyScope } from './action';

/**
 * Where a key was pressed: in a dialog or a menu, in a text that is written, on the canvas (or without any focus), in
 * the list of tasks, in a text that is read, or elsewhere.
 */
export type KeyArea = 'floating' | 'text' | 'canvas' | 'tasks' | 'output' | 'elsewhere';

const texts = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], .monaco-editor';
/** Lists that take letters themselves. */
const lists = '[role=listbox], [role=combobox]';
/** What lies over the page and handles keys itself while it is open. */
const floating = '[role=dialog], [role=menu]';

/** The area in which a key event occurred. */
export function findKeyArea(target: EventTarget | null): KeyArea {
  if (!(target instanceof Element) || target === target.ownerDocument.body) return 'canvas';
  if (target.closest(floating)) return 'floating';
  if (target.closest(`${texts}, ${lists}`)) return 'text';
  const [area] = readAreas.find(([, marks]) => target.closest(marks) !== null) ?? [];
  return area ?? 'elsewhere';
}

const readAreas = [
  ['canvas', '[data-canvas]'],
  ['tasks', '[data-tasks]'],
  ['output', '[data-output]'],
] as const;

/** Whether keys of a scope work in an area. */
function worksIn(scope: KeyScope, area: KeyArea): boolean {
  if (area === 'floating') return false;
  if (scope === 'panels') return area !== 'canvas';
  if (area === 'text') return false;
  if (scope === 'tasks') return area === 'tasks' || area === 'canvas';
  return scope === 'anywhere' || scope === area;
}

const isTyping = (area: KeyArea): boolean => area === 'text' || area === 'floating';

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
  const findBy = (matches: typeof matchKeys) =>
    actions.find(
      (action) =>
        (screen === 'start' ? action.onStart : screen === 'editor' || everywhere.has(action.group)) &&
        (worksIn(getScope(action), area) || (action.whileTyping === true && isTyping(area))) &&
        getActionKeys(action, ownKeys).some((keys) => matches(event, keys)) &&
        isPossible(action, stores),
    );
  return findBy(matchKeys) ?? findBy(matchKeyPlace);
}
