import { useEffect, useState } from 'react';
import type { Sync } from '@/state/text-sync';

/** How long a text must fail to parse before this is shown, in ms. An unfinished key hardly ever parses. */
const patience = 700;

/** Whether a text fails to parse, and nobody is typing in it at the moment. */
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
