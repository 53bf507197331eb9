import { useRef, useState } from 'react';
import { formatDuration } from '@/base/figures';
import type { JournalPath } from '@/run/journal-path';
import { noPipelineFigures } from '@/run/pipeline-figures';
import { formatRate } from '@/run/progress-words';
import type { PipelineFigures, TaskInstance } from '@/run/run-state';
import { useRun } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Segmented } from '@/ui/form/segmented';
import type { TaskPath } from '@/workflow/task-path';
import { useFollow } from '../follow/use-follow';
import { usePacedRun } from '../use-paced-run';
import { AllSteps } from './all-steps';
import styles from './pipeline-view.module.css';
import { buildMarginBars, formatShare } from './pipeline-words';
import { createNotedStep, type StepEntry } from './step-entry';
import { StepList } from './step-list';
import { listNewestSteps } from './steps-of';
import { useRate } from './use-rate';

/** The most steps listed while they arrive. */
const mostSteps = 50;

interface PipelineViewProps {
  readonly taskPath: TaskPath;
  readonly task: TaskInstance;
}

/**
 * The state of a pipeline: its progress and rate, its votes, and its steps. It is drawn the same for ten steps as for a
 * million.
 */
export function PipelineView({ taskPath, task }: PipelineViewProps) {
  const figures = usePacedRun(({ run }) => run.pipelines.get(taskPath)) ?? noPipelineFigures;
  const [look, setLook] = useState<'last' | 'all' | 'noted'>('last');
  return (
    <div className={styles.view}>
      <ScrollRegion className={styles.figures} label="State of the pipeline">
        <HowFar taskPath={taskPath} task={task} steps={figures.steps} />
        <dl className={styles.facts}>
          <Fact name="Samples" value={figures.samples} />
          <Fact name="Red flags" value={figures.flags} />
          <Fact name="Disputed" value={figures.disputed} />
          <Fact name="Failed tries" value={figures.failures} />
        </dl>
        <Margins margins={figures.margins} />
      </ScrollRegion>
      <div className={styles.steps}>
        <div className={styles.bar}>
          <Segmented
            label="Steps"
            value={look}
            options={[
              { value: 'last', label: `Last ${mostSteps}` },
              { value: 'all', label: 'All' },
              { value: 'noted', label: `Worth a look ${figures.noted.length > 0 ? figures.noted.length : ''}`.trim() },
            ]}
            onChange={setLook}
          />
        </div>
        {look === 'all' ? (
          <AllSteps taskPath={taskPath} instance={task.path} />
        ) : look === 'noted' ? (
          <Noted figures={figures} instance={task.path} />
        ) : (
          <LastSteps taskPath={taskPath} instance={task.path} />
        )}
      </div>
    </div>
  );
}

function HowFar({ taskPath, task, steps }: PipelineViewProps & { readonly steps: number }) {
  const progress = usePacedRun(({ run }) => run.progress.get(taskPath));
  const going = useRun(isRunning) && task.status === 'running';
  const measured = useRate(steps, going);
  if (progress === undefined) return <p className={styles.quiet}>{steps.toLocaleString('en')} steps taken.</p>;
  const { done, total, leftMs } = progress;
  const rate = going ? (measured ?? progress.rate ?? undefined) : undefined;
  const left = rate !== undefined && rate > 0 ? ((total - done) / rate) * 1000 : leftMs;
  return (
    <div className={styles.far}>
      <progress aria-label="Steps done" max={total} value={done} data-state={task.status} />
      <p className={styles.done}>
        {done.toLocaleString('en')} of {total.toLocaleString('en')} steps <span>{formatShare(done, total)}</span>
      </p>
      {going && done < total && (
        <p className={styles.quiet}>
          {[
            rate === undefined ? undefined : formatRate(rate),
            left === null ? undefined : `${formatDuration(left)} left`,
          ]
            .filter((text) => text !== undefined)
            .join(' · ')}
        </p>
      )}
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString('en')}</dd>
    </div>
  );
}

function Margins({ margins }: Pick<PipelineFigures, 'margins'>) {
  const bars = buildMarginBars(margins);
  if (bars.length === 0) return null;
  const most = Math.max(...bars.map(({ count }) => count));
  return (
    <section className={styles.margins} aria-label="Votes by margin">
      <h3 className={styles.heading}>Votes won by how many</h3>
      <ul>
        {bars.map(({ label, count }) => (
          <li key={label}>
            <span>{label}</span>
            <span className={styles.track} aria-hidden="true">
              <i style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className={styles.count}>{count.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** They are replaced by newer ones in follow mode, and stay once a person opens one. */
function LastSteps({ taskPath, instance }: { readonly taskPath: TaskPath; readonly instance: JournalPath }) {
  const run = usePacedRun((state) => state.run);
  const running = useRun(isRunning);
  const { on } = useFollow();
  const held = useRef<readonly StepEntry[]>([]);
  if (on || !running || held.current.length === 0) held.current = listNewestSteps(run, taskPath, instance, mostSteps);
  return (
    <>
      {running && !on && <p className={styles.note}>It stands still while Follow is off.</p>}
      <StepList label="Last steps" steps={held.current} empty="No step taken yet." />
    </>
  );
}

function Noted({
  figures: { noted, disputed, failures },
  instance,
}: {
  figures: PipelineFigures;
  instance: JournalPath;
}) {
  const steps = noted
    .filter(({ path }) => path.startsWith(instance))
    .toReversed()
    .map(createNotedStep);
  const all = disputed + failures;
  return (
    <>
      {all > noted.length && noted.length > 0 && (
        <p className={styles.note}>The newest {noted.length.toLocaleString('en')}; earlier ones are in Events.</p>
      )}
      <StepList label="Steps worth a look" steps={steps} empty="No try failed, and no vote was disputed." />
    </>
  );
}
