import { useEffect, useState } from 'react';
import type { Sync } from '@/state/text-sync';

/** How long a text must not parse before it is said, in milliseconds: on the way to a key it hardly ever does. */
const patience = 700;

/** Whether a text does not parse, and nobody is just typing it. */
export function useBrokenText(sync: Sync): boolean {
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (sync === 'current') setBroken(false);
    if (sync !== 'broken') return;
    const timer = setTimeout(() => setBroken(true), patience);
    return () => clearTimeout(timer);
  }, [sync]);
  return broken;
}
