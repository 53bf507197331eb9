import { useEffect, useState } from 'react';
import { formatClock } from '@/ui/figures';

/** Time since `since` (ISO 8601), counting on once a second. */
export function Elapsed({ since }: { readonly since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span>{formatClock(Math.max(0, now - Date.parse(since)))}</span>;
}
