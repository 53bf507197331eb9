import { Fragment } from 'react';
import { visibleName } from '@/base/visible-text';
import { useDocument, useStores } from '@/state/context';
import { jumpTo } from '@/state/view/canvas';
import { segmentLabel } from '@/workflow/segment-label';
import { containerPath, locateTask, segmentOf, type TaskPath } from '@/workflow/task-path';
import styles from './inspector.module.css';

/** The containers around a task, the outermost first, each as a link that opens it. */
export function Breadcrumb({ taskPath }: { readonly taskPath: TaskPath }) {
  const { view } = useStores();
  const document = useDocument((state) => state.document);
  const holders: TaskPath[] = [];
  for (let at = containerPath(taskPath); at !== undefined; at = containerPath(at)) holders.unshift(at);
  if (holders.length === 0) return null;
  return (
    <nav className={styles.crumbs} aria-label="Within">
      {holders.map((container) => (
        <Fragment key={container}>
          <button type="button" onClick={() => jumpTo(view, container)}>
            {visibleName(locateTask(document, container)?.task.name ?? segmentLabel(segmentOf(container)))}
          </button>
          <span aria-hidden="true">›</span>
        </Fragment>
      ))}
      <span>{segmentLabel(segmentOf(taskPath))}</span>
    </nav>
  );
}
