import { Fragment } from 'react';
import { makeNameVisible } from '@/base/visible-text';
import { useDocument, useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { formatSegment } from '@/workflow/segment-label';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import styles from './inspector.module.css';

/** The containers around a task, the outermost first, each as a link that opens it. */
export function Breadcrumb({ taskPath }: { readonly taskPath: TaskPath }) {
  const { view } = useStores();
  const document = useDocument((state) => state.document);
  const holders: TaskPath[] = [];
  for (let at = findContainerPath(taskPath); at !== undefined; at = findContainerPath(at)) holders.unshift(at);
  if (holders.length === 0) return null;
  return (
    <nav className={styles.crumbs} aria-label="Within">
      {holders.map((container) => (
        <Fragment key={container}>
          <button type="button" onClick={() => jumpToTask(view, container)}>
            {makeNameVisible(locateTask(document, container)?.task.name ?? formatSegment(getLastSegment(container)))}
          </button>
          <span aria-hidden="true">›</span>
        </Fragment>
      ))}
      <span>{formatSegment(getLastSegment(taskPath))}</span>
    </nav>
  );
}
