import { useEffect } from 'react';
import { rememberVisits } from '@/editor/actions/regions';
import { useShortcuts } from '@/editor/actions/use-shortcuts';
import { leaveCompositionsAlone } from '@/ui/compositions';
import { endLostPresses } from '@/ui/lost-releases';

const watches = [
  () => leaveCompositionsAlone(window),
  () => endLostPresses(window),
  () => rememberVisits(document),
] as const;

/** The keys that work on every screen, and what holds for keys and presses wherever they are made. */
export function PageKeys() {
  useShortcuts();
  useEffect(() => {
    const ends = watches.map((watch) => watch());
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return null;
}
