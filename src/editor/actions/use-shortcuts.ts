import { useEffect } from 'react';
import { type AppStores, useStores } from '@/state/context';
import type { Action } from './action';
import { actionOf, actions } from './actions';
import { readCopyUnderWay } from './clipboard';
import { selectedNotes, selectedPaths } from './edit';
import { findAction, type KeyArea, keyArea } from './find-action';
import { inOrder, isWaiting } from './in-order';

/** Makes the keys of all actions work, wherever the focus is except in a text. Used once in the page. */
export function useShortcuts(): void {
  const stores = useStores();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => takeKey(stores, event);
    const onClipboard = (event: ClipboardEvent) => takeClipboard(stores, event);
    window.addEventListener('keydown', onKey);
    for (const kind of clipboardKinds) window.addEventListener(kind, onClipboard);
    return () => {
      window.removeEventListener('keydown', onKey);
      for (const kind of clipboardKinds) window.removeEventListener(kind, onClipboard);
    };
  }, [stores]);
}

const clipboardKinds = ['copy', 'cut', 'paste'] as const;

function takeKey(stores: AppStores, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const area = keyArea(event.target);
  // What a key does is known once that is done which was asked for before.
  const later = isWaiting();
  const action = findAction(actions, event, area, stores, later ? () => true : undefined);
  if (!action) {
    keepFromBrowser(stores, event, area);
    return;
  }
  // The browser turns these keys into clipboard events, which need no permission.
  if (action.clipboard) return;
  event.preventDefault();
  if (!later) act(stores, event, action);
  else {
    void inOrder(Promise.resolve()).then(() => {
      const possible = findAction(actions, event, area, stores);
      if (possible !== undefined) act(stores, event, possible);
    });
  }
}

/**
 * Keeps a key of ours that has nothing to do now from the browser, which would do something else: with nothing to undo,
 * it takes back what was typed last in any field, though the focus is not there.
 */
function keepFromBrowser(stores: AppStores, event: KeyboardEvent, area: KeyArea): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const idle = findAction(actions, event, area, stores, ({ clipboard }) => clipboard === undefined);
  if (idle !== undefined) event.preventDefault();
}

function act(stores: AppStores, event: KeyboardEvent, action: Action): void {
  if (event.repeat && !action.repeats) return;
  if (action.takesKey && !action.takesKey(stores)) return;
  void action.run(stores);
}

function takeClipboard(stores: AppStores, event: ClipboardEvent): void {
  const {
    screen: { at: screen },
    dialog,
  } = stores.view.getState();
  if (event.defaultPrevented || !event.clipboardData || screen !== 'editor' || dialog !== undefined) return;
  if (keyArea(event.target) === 'text') return;
  if (event.type === 'paste') {
    const text = event.clipboardData.getData('text/plain');
    // A copy that is still being written is what is meant, not what the clipboard had before.
    const copied = readCopyUnderWay();
    // The page itself opens a pasted file.
    if (text === '' && copied === undefined) return;
    event.preventDefault();
    void inOrder(import('./paste')).then(async ({ pasteText }) => pasteText(stores, (await copied) ?? text));
    return;
  }
  const isNothing = !isWaiting() && selectedPaths(stores).length + selectedNotes(stores).length === 0;
  if (isNothing || window.getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  void actionOf(event.type === 'cut' ? 'cut' : 'copy').run(stores);
}
