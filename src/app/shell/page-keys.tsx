import { useEffect } from 'react';
import { keyArea } from '@/editor/actions/find-action';
import { useShortcuts } from '@/editor/actions/use-shortcuts';
import { useStores } from '@/state/context';
import { matchKeys } from '@/ui/keys';
import { useApp } from '../app-context';
import { openFileKeys, pickFile } from '../files/pick-file';

/**
 * The keys that work on every screen: those of the actions, of opening a file, and on the start page of the list of
 * shortcuts.
 */
export function PageKeys() {
  const { view } = useStores();
  const { workflows } = useApp();
  useShortcuts();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || event.defaultPrevented) return;
      const { screen, dialog } = view.getState();
      if (matchKeys(event, openFileKeys)) {
        event.preventDefault();
        void pickFile().then((file) => file && workflows.file(file));
      } else if (
        screen === 'start' &&
        dialog === undefined &&
        matchKeys(event, '?') &&
        keyArea(event.target) !== 'text'
      ) {
        view.setState({ dialog: { name: 'shortcuts' } });
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [view, workflows]);
  return null;
}
