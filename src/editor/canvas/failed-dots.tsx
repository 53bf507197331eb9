import { ViewportPortal } from '@xyflow/react';
import { useStore } from 'zustand';
import { formatCount } from '@/base/figures';
import { useStores } from '@/state/context';
import { getTestMarks } from '@/state/test-marks';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from '../geometry/boxes';
import styles from './failed-dots.module.css';

/** A dot with a number at each task where cases of tests failed. A task that is not shown counts for what it is in. */
export function FailedDots({ boxes }: { readonly boxes: Boxes }) {
  const { failedAt } = useStore(getTestMarks(useStores()));
  const counts = new Map<TaskPath, number>();
  for (const [taskPath, count] of failedAt) {
    let shown: TaskPath | undefined = taskPath;
    while (shown !== undefined && !boxes.has(shown)) shown = findContainerPath(shown);
    if (shown !== undefined) counts.set(shown, (counts.get(shown) ?? 0) + count);
  }
  return (
    <ViewportPortal>
      {[...counts].map(([taskPath, count]) => {
        const box = boxes.get(taskPath);
        return (
          box && (
            <span
              key={taskPath}
              className={styles.dot}
              style={{ transform: `translate(${box.x + box.width}px, ${box.y}px) translate(-50%, -50%)` }}
              role="img"
              aria-label={`${formatCount(count, 'case')} of tests failed at ${taskPath}`}
              title={`${formatCount(count, 'case')} failed here`}
            >
              {count}
            </span>
          )
        );
      })}
    </ViewportPortal>
  );
}
