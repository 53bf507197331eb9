import { useEffect, useRef, useState } from 'react';

/** The while over which a rate is told, and the least of it before anything can be said: ms. */
const whileMs = 10_000;
const leastMs = 1500;

/**
 * How many a second something that only grows has grown by over the last while; undefined while nothing can be said.
 */
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
