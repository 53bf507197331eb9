import { useState } from 'react';
import { formatBadgeName } from '@/editor/canvas/nodes/task-badge';
import { useTaskBadge } from '@/editor/canvas/nodes/use-task-badge';
import { useDocument, useRun, useRuns, useStores, useView } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { getSelectedTask } from '@/state/view-store';
import { Chip, type ChipTone } from '@/ui/display/chip';
import type { RingStatus } from '@/ui/display/status-ring';
import { Tabs } from '@/ui/display/tabs';
import { TypeTile } from '@/ui/display/type-tile';
import { TaskContext } from '@/viewer/context/task-context';
import { TaskOutput } from '@/viewer/output/task-output';
import { RunDescription } from '@/viewer/run-description/run-description';
import { formatTaskLabel } from '@/workflow/document';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';
import styles from './selected-task.module.css';

const tones: { readonly [K in RingStatus]?: ChipTone } = {
  ok: 'ok',
  failed: 'failed',
  paused: 'paused',
  running: 'running',
};

/** What the selected task gave, and what it was told. `bytes`: of the run. */
export function SelectedTask({ bytes }: { readonly bytes: number }) {
  const taskPath = useView(getSelectedTask);
  const task = useDocument(({ document }) =>
    taskPath === undefined ? undefined : locateTask(document, taskPath)?.task,
  );
  return (
    <aside className={styles.panel} aria-label="The selected task">
      {taskPath === undefined || task === undefined ? (
        <WholeRun bytes={bytes} />
      ) : (
        <Details key={taskPath} taskPath={taskPath} task={task} />
      )}
    </aside>
  );
}

/** What the run was as a whole, until a task is chosen. */
function WholeRun({ bytes }: { readonly bytes: number }) {
  const run = useRun((state) => state.present);
  const entry = useRuns(({ entries }) => entries[0]);
  const { runner } = useStores().services;
  const { value: given = [] } = useAsked([entry?.id], entry && (() => runner.givenInputs(entry.id)));
  if (entry === undefined) return null;
  return (
    <div className={styles.whole}>
      <h2>The run</h2>
      <RunDescription
        execution={entry}
        run={run}
        bytes={bytes}
        originName={undefined}
        given={given}
        onOpenRun={() => undefined}
      />
      <p>Choose a task to see what it gave and what it was sent.</p>
    </div>
  );
}

function Details({ taskPath, task }: { readonly taskPath: TaskPath; readonly task: Task }) {
  const badge = useTaskBadge(taskPath, task);
  const [chosen, setTab] = useState<'output' | 'context'>('output');
  // The same output twice would help nobody.
  const isInDrawer = useView(({ preferences, drawer }) => preferences.panels.drawer && drawer.tab === 'output');
  const tab = isInDrawer ? 'context' : chosen;
  return (
    <>
      <header className={styles.head}>
        <TypeTile look={taskTraits[task.type]} size="l" />
        <h2>{formatTaskLabel(formatSegment(getLastSegment(taskPath)), task)}</h2>
        <Chip tone={tones[badge.status] ?? 'plain'}>{formatBadgeName(badge)}</Chip>
      </header>
      <Tabs
        label="The selected task"
        value={tab}
        tabs={[
          ...(isInDrawer ? [] : [{ id: 'output', label: 'Output' } as const]),
          { id: 'context', label: 'What it was sent' },
        ]}
        onChange={setTab}
        panelId="selected-task"
      />
      <div
        id="selected-task"
        role="tabpanel"
        aria-label={tab === 'output' ? 'Output' : 'What it was sent'}
        className={styles.body}
      >
        {tab === 'output' ? <TaskOutput taskPath={taskPath} /> : <TaskContext taskPath={taskPath} />}
      </div>
    </>
  );
}
