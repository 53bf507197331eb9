import { useEffect, useState } from 'react';

const interval = 250;

/** The time in ms since 1970, four times a second while `ticking`. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
