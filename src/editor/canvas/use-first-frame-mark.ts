import { useEffect } from 'react';
import { useDocument } from '@/state/context';

/**
 * Marks the first frame that shows the tasks of a workflow, for performance measurements, which begin at
 * `heddle.document`.
 */
export function useFirstFrameMark(shown: boolean): void {
  const id = useDocument((state) => state.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workflow has a first frame of its own.
  useEffect(() => {
    if (!shown) return;
    const frame = requestAnimationFrame(() => performance.mark('heddle.first-frame'));
    return () => cancelAnimationFrame(frame);
  }, [shown, id]);
}
