import type { OwnKeys } from '@/state/view-store';
import { type Action, getActionKeys } from './action';

/** Keys that browsers keep for tabs and windows: no page gets them. */
const keptByBrowsers: ReadonlySet<string> = new Set([
  ...['N', 'T', 'W', 'Q'].flatMap((key) => [`Mod+${key}`, `Mod+Shift+${key}`]),
  ...['F11', 'F12', 'Mod+Tab', 'Mod+Shift+Tab'],
]);

/** Keys with which a person leaves a field or a dialog. */
const neverTaken: ReadonlySet<string> = new Set(['Tab', 'Shift+Tab', 'Escape']);

/** Why a person cannot choose these keys for an action; undefined: they can. */
export function findKeysRefusal({ whileTyping }: Action, keys: string): string | undefined {
  if (keptByBrowsers.has(keys)) return 'The browser keeps these keys. Choose others.';
  if (neverTaken.has(keys)) return 'These keys leave a field or a dialog. Choose others.';
  if (whileTyping && !/^(Mod|(Shift\+)?Alt)\+|^(Shift\+)?F\d+$/.test(keys)) {
    return 'It works while you type too, so its keys need Ctrl (⌘ on a Mac), Alt, or an F key.';
  }
  return undefined;
}

/** Whether two actions have the same keys by definition: the first that can be run is meant. */
const isFamily = (one: Action, other: Action): boolean => one.keys.some((keys) => other.keys.includes(keys));

/** The other action that these keys belong to; undefined: none. */
export function findKeysOwner(
  actions: readonly Action[],
  action: Action,
  keys: string,
  own: OwnKeys,
): Action | undefined {
  return actions.find(
    (other) => other.id !== action.id && getActionKeys(other, own).includes(keys) && !isFamily(action, other),
  );
}

/** Gives these keys to an action, and takes them from `owner`. Empty: the action has none. */
export function setActionKeys(own: OwnKeys, action: Action, keys: readonly string[], owner?: Action): OwnKeys {
  const left = owner && { [owner.id]: getActionKeys(owner, own).filter((one) => !keys.includes(one)) };
  return { ...own, ...left, [action.id]: keys };
}

/** Gives an action the keys of its definition again. Those that another action has meanwhile stay there. */
export function resetActionKeys(actions: readonly Action[], own: OwnKeys, action: Action): OwnKeys {
  const { [action.id]: _, ...others } = own;
  const kept = action.keys.filter((keys) => findKeysOwner(actions, action, keys, others) === undefined);
  return kept.length === action.keys.length ? others : { ...others, [action.id]: kept };
}
