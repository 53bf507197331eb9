import { findLocalStorage } from '../find-local-storage';

/** The ids of the items that were run last in the command menu, the latest first. */
const key = 'heddle.recent-items';
const most = 12;

export function readRecentItems(storage: Pick<Storage, 'getItem'> | undefined = findLocalStorage()): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Puts an item first. A browser that stores nothing is not a failure. */
export function rememberItem(
  id: string,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined = findLocalStorage(),
): void {
  try {
    const others = readRecentItems(storage).filter((one) => one !== id);
    storage?.setItem(key, JSON.stringify([id, ...others].slice(0, most)));
  } catch {
    // Nothing depends on it.
  }
}
