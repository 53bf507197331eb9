import { type ReactNode, useId } from 'react';
import { formatCost, formatDuration } from '@/base/figures';
import { useRun, useRuns, useStores, useView } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import { listRunNames } from '@/state/runs-store';
import { setFresh } from '@/state/view/canvas';
import { chooseTab } from '@/state/view/panels';
import { type InspectorTab, inspectorTabs } from '@/state/view-store';
import { Chip, type ChipTone } from '@/ui/display/chip';
import { Note } from '@/ui/display/note';
import { type RingStatus, StatusRing } from '@/ui/display/status-ring';
import { Tabs } from '@/ui/display/tabs';
import { TypeTile } from '@/ui/display/type-tile';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { findContainerPath, getLastSegment, type TaskPath } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';
import { useInstance, useTaskBadge } from '../canvas/nodes/use-task-badge';
import { Breadcrumb } from './breadcrumb';
import { CloseInspector } from './close-inspector';
import styles from './inspector.module.css';
import { TaskFields } from './task-fields';
import { TaskRunRow } from './task-run-row';
import { TaskTitle } from './task-title';

/** What a run did with the selected task, for the tabs of its inspector. */
export interface TaskPanes {
  readonly context?: ReactNode;
  readonly output?: ReactNode;
  readonly history?: ReactNode;
}

interface TaskInspectorProps {
  readonly id: TaskPath;
  readonly task: Task;
  /** Contents of its tabs beside that of the fields. */
  readonly panes: TaskPanes;
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
  simulated: 'plain',
};

/** One task: its identity and status, its fields, and its output. */
export function TaskInspector({ id, task, panes, locked }: TaskInspectorProps) {
  const { view } = useStores();
  const tab = useView((state) => state.sides.inspector);
  const panel = useId();
  return (
    <>
      {findContainerPath(id) !== undefined && <Breadcrumb taskPath={id} />}
      <Header id={id} task={task} />
      <TaskRunRow id={id} task={task} />
      <FailureReason id={id} />
      <TaskTabs id={id} panelId={panel} />
      <div
        className={styles.scroll}
        id={panel}
        role="tabpanel"
        aria-label={tabNames[tab]}
        // With its fields locked nothing else in it takes the focus; without this it could not be scrolled by keyboard.
        tabIndex={locked || tab !== 'task' ? 0 : undefined}
      >
        {tab === 'task' ? (
          <fieldset
            className={styles.fields}
            disabled={locked}
            aria-label="Fields of the task"
            data-task-fields
            onBlur={() => setFresh(view, undefined)}
          >
            <TaskFields key={id} id={id} task={task} />
          </fieldset>
        ) : (
          panes[tab]
        )}
      </div>
    </>
  );
}

const tabNames: { readonly [K in InspectorTab]: string } = {
  task: 'Task',
  context: 'Context',
  output: 'Output',
  history: 'History',
};

/** The tabs, with how many earlier outputs its last call was sent, and how many runs there are. */
function TaskTabs({ id, panelId }: { readonly id: TaskPath; readonly panelId: string }) {
  const { view } = useStores();
  const tab = useView((state) => state.sides.inspector);
  const path = useRunPath(id);
  const sent = useRun(({ run }) => run.context.plans.get(path)?.at(-1)?.told?.length);
  const runs = useRuns((state) => state.entries.length);
  const counts: { readonly [K in InspectorTab]?: number | undefined } = { context: sent, history: runs };
  return (
    <Tabs
      label="Inspector"
      tabs={inspectorTabs.map((name) => ({ id: name, label: tabNames[name], count: counts[name] || undefined }))}
      value={tab}
      onChange={(inspector) => chooseTab(view, { inspector })}
      panelId={panelId}
    />
  );
}

/** Why the task failed in the shown run, as a whole. */
function FailureReason({ id }: { readonly id: TaskPath }) {
  const run = useInstance(id);
  if (run?.status !== 'failed') return null;
  const { message, advice } = run.error;
  return (
    <div className={styles.reason}>
      <Note tone="error" title={message}>
        {advice}
      </Note>
    </div>
  );
}

function Header({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  const { status, word, tookMs, costUsd } = useTaskBadge(id, task);
  const { label } = taskTraits[task.type];
  const segment = formatSegment(getLastSegment(id));
  const shown = useRun((state) => state.executionId);
  const run = useRuns(({ entries }) => (shown === undefined ? undefined : listRunNames(entries).get(shown)));
  const about = [
    label,
    ...(task.name === undefined ? [] : [segment]),
    ...(tookMs === undefined ? [] : [(run ?? 'Run').toLowerCase(), formatDuration(tookMs)]),
    ...(tookMs === undefined || typeof costUsd !== 'number' ? [] : [formatCost(costUsd)]),
  ];
  return (
    <header className={styles.head}>
      <TypeTile look={taskTraits[task.type]} size="l" />
      <div className={styles.names} translate="no">
        <TaskTitle key={id} id={id} title={formatTaskLabel(segment, task)} />
        <p className={styles.sub} title={about.join(' · ')}>
          {about.join(' · ')}
        </p>
      </div>
      <Chip tone={tones[status]} className={styles.status} title={word}>
        <span className={styles.ring} aria-hidden="true">
          <StatusRing status={status} size={14} />
        </span>
        <span className={styles.word}>{word}</span>
      </Chip>
      <CloseInspector />
    </header>
  );
}
