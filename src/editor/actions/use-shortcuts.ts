import { useEffect } from 'react';
import { type AppStores, useStores } from '@/state/context';
import { actions, getAction } from './actions';
import { listSelectedNotes, listSelectedPaths } from './edit';
import { findAction, findKeyArea, type KeyArea } from './find-action';
import { isHeld, isHolding, performInOrder } from './held-keys';
import { editsPart, withEdits } from './with-edits';

/** Makes the keys of all actions work, wherever the focus is except in a text. Used once in the page. */
export function useShortcuts(): void {
  const stores = useStores();
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => receiveKey(stores, event);
    const onClipboard = (event: ClipboardEvent) => receiveClipboard(stores, event);
    window.addEventListener('keydown', handleKey);
    for (const kind of clipboardKinds) window.addEventListener(kind, onClipboard);
    return () => {
      window.removeEventListener('keydown', handleKey);
      for (const kind of clipboardKinds) window.removeEventListener(kind, onClipboard);
    };
  }, [stores]);
}

const clipboardKinds = ['copy', 'cut', 'paste'] as const;

function receiveKey(stores: AppStores, event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const area = findKeyArea(event.target);
  if (isHolding()) {
    if (keepFromBrowser(stores, event, area)) performInOrder(() => performKey(stores, event, area));
  } else if (!performKey(stores, event, area) && (event.ctrlKey || event.metaKey)) {
    keepFromBrowser(stores, event, area);
  }
}

/** Performs the action of a key, if there is one that is possible now. */
function performKey(stores: AppStores, event: KeyboardEvent, area: KeyArea): boolean {
  const action = findAction(actions, event, area, stores);
  if (!action) return false;
  // The browser turns these keys into clipboard events, which need no permission.
  if (action.clipboard) return true;
  event.preventDefault();
  if (event.repeat && !action.repeats) return true;
  if (action.takesKey?.(stores) !== false) void action.run(stores);
  return true;
}

/**
 * Keeps a key of ours from the browser although it has nothing to do now, or not yet: with nothing to undo, the browser
 * takes back what was typed last in any field, though the focus is not there. Returns whether it is one of ours.
 */
function keepFromBrowser(stores: AppStores, event: KeyboardEvent, area: KeyArea): boolean {
  // Nor where it has nothing to act on: Ctrl+D on a button is no bookmark, and Ctrl+A not all that is on the page.
  const widest = area === 'elsewhere' || area === 'output' ? 'tasks' : area;
  const isOurs = findAction(actions, event, widest, stores, ({ clipboard }) => clipboard === undefined) !== undefined;
  if (isOurs) event.preventDefault();
  return isOurs;
}

function receiveClipboard(stores: AppStores, event: ClipboardEvent): void {
  const {
    screen: { at: screen },
    dialog,
  } = stores.view.getState();
  if (event.defaultPrevented || !event.clipboardData || screen !== 'editor' || dialog !== undefined) return;
  // Where the focus is: a copy goes to the text that was last clicked, though the canvas has the focus since.
  const area = findKeyArea(document.activeElement);
  if (area === 'text' || area === 'floating') return;
  if (event.type === 'paste') {
    const text = event.clipboardData.getData('text/plain');
    // A copy that is still being written, or held, is what is meant, not what the clipboard had before.
    const isCopying = isHeld() || editsPart.peek()?.readCopyUnderWay() !== undefined;
    // The page itself opens a pasted file.
    if (text === '' && !isCopying) return;
    event.preventDefault();
    performInOrder(() =>
      withEdits(async (edits) => {
        const copied = edits.readCopyUnderWay();
        await edits.pasteText(stores, (await copied) ?? text);
      }),
    );
    return;
  }
  if ((area !== 'canvas' && area !== 'tasks') || window.getSelection()?.isCollapsed === false) return;
  // What is held may select.
  if (!isHolding() && listSelectedPaths(stores).length + listSelectedNotes(stores).length === 0) return;
  event.preventDefault();
  performInOrder(() => getAction(event.type === 'cut' ? 'cut' : 'copy').run(stores));
}
