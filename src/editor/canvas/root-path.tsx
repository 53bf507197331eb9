import { Fragment } from 'react';
import { makeNameVisible } from '@/base/visible-text';
import { useDocument, useStores, useView } from '@/state/context';
import { openRoot, selectTasks } from '@/state/view/canvas';
import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import { formatSegment } from '@/workflow/segment-label';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { getCanvas } from '../actions/canvas-handle';
import { canOpen } from '../geometry/root-boxes';
import { ShownCall } from './border/shown-call';
import styles from './canvas.module.css';

/** The way to the container that the canvas is opened at: the workflow and each container around it as a link. */
export function RootPath() {
  const { view } = useStores();
  const root = useView((state) => state.canvas.root);
  const document = useDocument((state) => state.document);
  if (root === undefined || !canOpen(document, root)) return null;
  const containers: TaskPath[] = [];
  for (let at: TaskPath | undefined = root; at !== undefined; at = findContainerPath(at)) containers.unshift(at);
  const openPath = (at: TaskPath | undefined) => {
    openRoot(view, at);
    if (at === undefined && findFunctionName(root) !== undefined) selectTasks(view, []);
    getCanvas(view)?.focus();
  };
  return (
    <div className={styles.path}>
      <nav aria-label="Opened container">
        <button type="button" onClick={() => openPath(undefined)}>
          {makeNameVisible(document.name ?? 'Workflow')}
        </button>
        {containers.map((container) => (
          <Fragment key={container}>
            <span aria-hidden="true">›</span>
            <button
              type="button"
              aria-current={container === root ? 'location' : undefined}
              title={nameIn(document, container)}
              onClick={() => openPath(container)}
            >
              {nameIn(document, container)}
            </button>
          </Fragment>
        ))}
      </nav>
      <ShownCall root={root} />
    </div>
  );
}

function nameIn(document: WorkflowDocument, container: TaskPath): string {
  const segment = getLastSegment(container);
  const label = formatSegment(segment);
  if (container === segment && findFunctionName(container) !== undefined) return `function ${label}`;
  const task = locateTask(document, container)?.task;
  return task === undefined ? label : formatTaskLabel(label, task);
}
