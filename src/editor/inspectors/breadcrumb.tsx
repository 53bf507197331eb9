import { Fragment } from 'react';
import { useDocument, useStores } from '@/state/context';
import { jumpTo } from '@/state/view-store';
import { holderOf, locateTask, segmentOf, type TaskPath } from '@/workflow/place';
import { segmentLabel } from '@/workflow/segment-label';
import styles from './inspector.module.css';

/** Where a task within others stands: the tasks that hold it, the outermost first, each to be opened. */
export function Breadcrumb({ place }: { readonly place: TaskPath }) {
  const { view } = useStores();
  const document = useDocument((state) => state.document);
  const holders: TaskPath[] = [];
  for (let at = holderOf(place); at !== undefined; at = holderOf(at)) holders.unshift(at);
  if (holders.length === 0) return null;
  return (
    <nav className={styles.crumbs} aria-label="Within">
      {holders.map((holder) => (
        <Fragment key={holder}>
          <button type="button" onClick={() => jumpTo(view, holder)}>
            {locateTask(document, holder)?.task.name ?? segmentLabel(segmentOf(holder))}
          </button>
          <span aria-hidden="true">›</span>
        </Fragment>
      ))}
      <span>{segmentLabel(segmentOf(place))}</span>
    </nav>
  );
}
