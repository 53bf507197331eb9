import { formatClock } from '@/base/figures';
import { useNow } from '@/ui/use-now';

/** The time since `since` (ISO 8601), which keeps counting. */
export function Elapsed({ since }: { readonly since: string }) {
  return <span>{formatClock(Math.max(0, useNow(true) - Date.parse(since)))}</span>;
}
