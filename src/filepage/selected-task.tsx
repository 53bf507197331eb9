import { useState } from 'react';
import { formatBadgeName } from '@/editor/canvas/nodes/task-badge';
import { useTaskBadge } from '@/editor/canvas/nodes/use-task-badge';
import { sharedFileVersion } from '@/share/shared-file';
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
import type { RunInFile } from './open-shared-run';
import styles from './selected-task.module.css';

const tones: { readonly [K in RingStatus]?: ChipTone } = {
  ok: 'ok',
  failed: 'failed',
  paused: 'paused',
  running: 'running',
};

/** What the selected task gave, and what it was told. */
export function SelectedTask({ shared }: { readonly shared: RunInFile }) {
  const taskPath = useView(getSelectedTask);
  const task = useDocument(({ document }) =>
    taskPath === undefined ? undefined : locateTask(document, taskPath)?.task,
  );
  return (
    <aside className={styles.panel} aria-label="The selected task">
      {taskPath === undefined || task === undefined ? (
        <WholeRun shared={shared} />
      ) : (
        <Details key={taskPath} taskPath={taskPath} task={task} />
      )}
      <footer className={styles.foot}>{formatMaker(shared)}</footer>
    </aside>
  );
}

/** Which Heddle wrote the file, and when. */
function formatMaker({ head: { madeAt, address }, writtenBy }: RunInFile): string {
  const when = new Date(madeAt);
  const day = when.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  const made = `Made with ${writtenBy}${Number.isNaN(when.getTime()) ? '' : ` on ${day}`}, version ${sharedFileVersion} of such files.`;
  return address === undefined ? made : `${made} In Heddle it can be forked with your own key.`;
}

/** What the run was as a whole, until a task is chosen. */
function WholeRun({ shared: { bytes } }: { readonly shared: RunInFile }) {
  const run = useRun((state) => state.present);
  const executionId = useRun((state) => state.executionId);
  const entry = useRuns(({ entries }) => entries.find(({ id }) => id === executionId));
  const { runner } = useStores().services;
  const { value: given = [] } = useAsked([entry?.id], entry && (() => runner.givenInputs(entry.id)));
  if (entry === undefined) return null;
  return (
    <div className={styles.whole}>
      <h2>The run</h2>
      <RunDescription
        execution={entry}
        run={run}
        bytes={bytes.get(entry.id)}
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
