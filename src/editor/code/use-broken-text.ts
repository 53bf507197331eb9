import { useEffect, useState } from 'react';
import { useDocument } from '@/state/context';

/** How long a text must not parse before it is said, in milliseconds: on the way to a key it hardly ever does. */
const patience = 700;

/** Whether the text does not parse, and nobody is just typing it. */
export function useBrokenText(): boolean {
  const sync = useDocument((state) => state.sync);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (sync === 'current') setBroken(false);
    if (sync !== 'broken') return;
    const timer = setTimeout(() => setBroken(true), patience);
    return () => clearTimeout(timer);
  }, [sync]);
  return broken;
}
