import { useEffect } from 'react';
import { useShortcuts } from '@/editor/actions/use-shortcuts';
import { matchKeys } from '@/ui/keys';
import { useApp } from '../app-context';
import { openFileKeys, pickFile } from '../files/pick-file';

/** The keys that work on every screen: those of the actions, and of opening a file. */
export function PageKeys() {
  const { workflows } = useApp();
  useShortcuts();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || event.defaultPrevented) return;
      if (!matchKeys(event, openFileKeys)) return;
      event.preventDefault();
      void pickFile().then((file) => file && workflows.file(file));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [workflows]);
  return null;
}
