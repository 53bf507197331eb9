import { useEffect } from 'react';
import { findKeyArea } from '@/editor/actions/find-action';
import { useStores } from '@/state/context';
import { useApp } from '../app-context';

/**
 * Opens pasted content as a new workflow: a file on every screen, a text on the start page. In the editor, pasted text
 * becomes tasks, which the editor handles itself.
 */
export function PagePaste() {
  const { view } = useStores();
  const { workflows } = useApp();
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const {
        screen: { at: screen },
        dialog,
      } = view.getState();
      if (event.defaultPrevented || !event.clipboardData || dialog !== undefined) return;
      if (['text', 'floating'].includes(findKeyArea(event.target))) return;
      const text = event.clipboardData.getData('text/plain');
      const [file] = event.clipboardData.files;
      // Programs that copy a text often add a picture of it.
      if (text === '' && file) {
        event.preventDefault();
        void workflows.file(file);
      } else if (text !== '' && screen === 'start') {
        event.preventDefault();
        void workflows.pasted(text);
      }
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [view, workflows]);
  return null;
}
