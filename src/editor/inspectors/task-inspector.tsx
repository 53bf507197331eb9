import { type ReactNode, useId } from 'react';
import { useStores, useView } from '@/state/context';
import { chooseTab } from '@/state/view/panels';
import { Chip, type ChipTone } from '@/ui/display/chip';
import { type RingStatus, StatusRing } from '@/ui/display/status-ring';
import { Tabs } from '@/ui/display/tabs';
import { TypeTile } from '@/ui/display/type-tile';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { findContainerPath, getLastSegment, type TaskPath } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';
import { useTaskBadge } from '../canvas/nodes/use-task-badge';
import { Breadcrumb } from './breadcrumb';
import styles from './inspector.module.css';
import { TaskFields, TaskFoot } from './task-fields';
import { TaskTitle } from './task-title';

interface TaskInspectorProps {
  readonly id: TaskPath;
  readonly task: Task;
  readonly output: ReactNode;
  /** Whether the fields are read-only at the moment. */
  readonly locked: boolean;
}

const tones: { readonly [K in RingStatus]: ChipTone } = {
  idle: 'plain',
  queued: 'plain',
  running: 'running',
  ok: 'ok',
  continued: 'failed',
  failed: 'failed',
  skipped: 'plain',
  paused: 'paused',
  stale: 'stale',
  maybe: 'stale',
};

/** One task: its identity and status, its fields, and its output. */
export function TaskInspector({ id, task, output, locked }: TaskInspectorProps) {
  const { view } = useStores();
  const tab = useView((state) => state.sides.inspector);
  const panel = useId();
  return (
    <>
      {findContainerPath(id) !== undefined && <Breadcrumb taskPath={id} />}
      <Header id={id} task={task} />
      <Tabs
        label="Inspector"
        tabs={[
          { id: 'task', label: 'Task' },
          { id: 'output', label: 'Output' },
        ]}
        value={tab}
        onChange={(inspectorTab) => chooseTab(view, { inspector: inspectorTab })}
        panelId={panel}
      />
      <div
        className={styles.scroll}
        id={panel}
        role="tabpanel"
        aria-label={tab === 'task' ? 'Task' : 'Output'}
        // With its fields locked nothing else in it takes the focus; without this it could not be scrolled by keyboard.
        tabIndex={locked ? 0 : undefined}
      >
        {tab === 'output' ? (
          output
        ) : (
          <fieldset className={styles.fields} disabled={locked} aria-label="Fields of the task" data-task-fields>
            <TaskFields key={id} id={id} task={task} />
          </fieldset>
        )}
      </div>
      {tab === 'task' && <TaskFoot id={id} locked={locked} />}
    </>
  );
}

function Header({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  const { status, word } = useTaskBadge(id, task);
  const { label } = taskTraits[task.type];
  const segment = formatSegment(getLastSegment(id));
  return (
    <header className={styles.head}>
      <TypeTile look={taskTraits[task.type]} size="l" />
      <div className={styles.names} translate="no">
        <TaskTitle key={id} id={id} title={formatTaskLabel(segment, task)} />
        <p className={styles.sub}>{task.name === undefined ? label : `${label} · ${segment}`}</p>
      </div>
      <Chip tone={tones[status]}>
        <span className={styles.ring} aria-hidden="true">
          <StatusRing status={status} size={14} />
        </span>
        {word}
      </Chip>
    </header>
  );
}
