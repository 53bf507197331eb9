import { useEffect, useRef, useState } from 'react';

/** The time over which a rate is measured, and the least time before one is shown, in ms. */
const whileMs = 10_000;
const leastMs = 1500;

/** By how much a growing count has recently grown in a second; undefined while too little time has passed. */
export function useRate(count: number, active: boolean): number | undefined {
  const seen = useRef<{ readonly at: number; readonly count: number }[]>([]);
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    if (!active) {
      seen.current = [];
      setRate(undefined);
      return;
    }
    const now = performance.now();
    const last = seen.current.at(-1);
    if (last !== undefined && count < last.count) seen.current = [];
    seen.current = [...seen.current.filter(({ at }) => now - at <= whileMs), { at: now, count }];
    const [first] = seen.current;
    if (first !== undefined && now - first.at >= leastMs) setRate(((count - first.count) * 1000) / (now - first.at));
  }, [count, active]);
  return rate;
}
