import Layers from 'lucide-react/icons/layers';
import { useMemo, useState } from 'react';
import { formatClock, formatCost, formatDuration } from '@/base/figures';
import { findInstance } from '@/run/journal-path';
import { buildLoopMatrix, type MatrixRow } from '@/run/projections/loop-matrix';
import { getTaskResult, type Payload, type Round, type TaskInstance } from '@/run/run-state';
import { useStores, useView } from '@/state/context';
import { chooseOutputView } from '@/state/view/preferences';
import { openScreen } from '@/state/view/screens';
import type { ShownAs } from '@/state/view-store';
import { Chip } from '@/ui/display/chip';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import { TextDifference } from '@/ui/text/text-difference';
import type { TaskPath } from '@/workflow/task-path';
import { findOutputKind, usualViews } from '../output/output-kind';
import { OutputText } from '../output/output-text';
import { WhatIfButton } from '../output/what-if-button';
import { usePacedRun } from '../use-paced-run';
import { usePayload } from '../use-payload';
import { useTaskLabel } from '../use-task-label';
import { RoundsTable } from './rounds-table';
import styles from './rounds-view.module.css';
import { findFeedback, formatVerdict, isVerdict } from './verdict';

/** The most rounds listed. Earlier ones are in the table by task. */
const most = 100;

interface RoundsViewProps {
  readonly taskPath: TaskPath;
  readonly task: TaskInstance;
}

/**
 * The rounds of a task. Where they are judged: each with its verdict and reason, and beside them what the chosen one
 * gave; else, or where a person wants it, the table of rounds by tasks.
 */
export function RoundsView({ taskPath, task }: RoundsViewProps) {
  const instance = findInstance(task.path) ?? task.path;
  const run = usePacedRun((state) => state.run);
  const { rows } = useMemo(() => buildLoopMatrix(run, taskPath, instance, most), [run, taskPath, instance]);
  const [chosen, setChosen] = useState<string>();
  const [isByTask, setByTask] = useState(false);
  const at = Math.max(
    rows.findIndex(({ round }) => round.path === chosen),
    chosen === undefined ? rows.length - 1 : 0,
  );
  const row = rows[at];
  if (row === undefined || isByTask || !rows.some(({ round }) => isVerdict(round))) {
    return (
      <>
        {isByTask && (
          <div className={styles.bar}>
            <Button size="s" onClick={() => setByTask(false)}>
              By verdict
            </Button>
          </div>
        )}
        <RoundsTable taskPath={taskPath} task={task} />
      </>
    );
  }
  return (
    <div className={styles.view}>
      <div className={styles.side}>
        <p className={styles.sum}>
          <b>{describeEnd(rows, task)}</b>
          {describeFigures(rows)}
        </p>
        <ScrollRegion className={styles.scroll} label="Rounds by verdict">
          <ol className={styles.list}>
            {rows.map(({ round }, index) => (
              <li key={round.path}>
                <button
                  type="button"
                  className={styles.round}
                  aria-current={index === at || undefined}
                  onClick={() => setChosen(round.path)}
                >
                  <span className={styles.number}>{round.n}</span>
                  <span className={styles.told}>
                    <span className={styles.head}>
                      <Chip tone={round.exitCode === 0 ? 'ok' : 'failed'}>{formatVerdict(round)}</Chip>
                      <span>
                        {formatDuration(round.durationMs)}
                        {round.usage && ` · ${formatCost(round.usage.costUsd)}`}
                      </span>
                    </span>
                    <span>{round.error?.message ?? findFeedback(round)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </ScrollRegion>
      </div>
      <RoundDraft
        key={row.round.path}
        row={row}
        before={rows[at - 1]}
        taskPath={taskPath}
        isLast={at === rows.length - 1 && task.status !== 'running'}
        onByTask={() => setByTask(true)}
      />
    </div>
  );
}

interface RoundDraftProps {
  readonly row: MatrixRow;
  readonly before: MatrixRow | undefined;
  readonly taskPath: TaskPath;
  readonly isLast: boolean;
  readonly onByTask: () => void;
}

/** What was judged in a round: rendered, as text, or against the round before. */
function RoundDraft({ row, before, taskPath, isLast, onByTask }: RoundDraftProps) {
  const { view } = useStores();
  const { round } = row;
  const draft = findDraft(row, taskPath);
  const text = usePayload(draft.payload).text;
  const former = usePayload(before && findDraft(before, taskPath).payload).text;
  const { label } = useTaskLabel(draft.taskPath);
  const [showsChanges, setShowsChanges] = useState(false);
  const kind = useMemo(() => findOutputKind(text), [text]);
  const wished = useView((state) => state.preferences.outputViews[kind]) ?? usualViews[kind];
  const call = usePacedRun(({ run }) =>
    run.calls.get(draft.taskPath)?.findLast(({ kind: of, path }) => of === 'model' && path.startsWith(round.path)),
  );
  const look = showsChanges && before !== undefined ? 'changes' : wished;
  return (
    <section className={styles.draft} aria-label={`Round ${round.n}`}>
      <div className={styles.bar}>
        <b>Round {round.n}</b>
        <span className={styles.what}>what {label} gave</span>
        <span className={styles.end}>
          <Segmented
            label="Show"
            value={look}
            options={[
              { value: 'rendered', label: 'Rendered' },
              ...(before === undefined ? [] : [{ value: 'changes', label: 'Changes' }]),
              { value: 'text', label: 'Text' },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={(next) => {
              setShowsChanges(next === 'changes');
              if (next !== 'changes') chooseOutputView(view, kind, next as ShownAs);
            }}
          />
          {call && (
            <Button
              size="s"
              variant="ghost"
              icon={<Layers />}
              onClick={() => openScreen(view, { at: 'context', call: call.path })}
            >
              What it was sent
            </Button>
          )}
          {!isLast && (
            <WhatIfButton
              label="Use this round"
              path={findInstance(round.path) ?? round.path}
              of="output"
              payload={round.result}
              isWhole
            />
          )}
          <Button size="s" variant="ghost" onClick={onByTask}>
            By task
          </Button>
        </span>
      </div>
      <ScrollRegion className={styles.body} label={`What round ${round.n} gave`} data-output translate="no">
        {look === 'changes' ? (
          <TextDifference before={former} after={text} />
        ) : (
          <OutputText text={text} view={look as ShownAs} streams={false} empty="Nothing." />
        )}
      </ScrollRegion>
    </section>
  );
}

/** What was judged in a round: the draft of the director, else what the round gave. */
function findDraft({ round, cells }: MatrixRow, taskPath: TaskPath): { taskPath: TaskPath; payload: Payload } {
  const director = cells.find((cell) => cell?.taskPath === `${taskPath}/director`);
  const payload = director && getTaskResult(director.instance);
  return director && payload ? { taskPath: director.taskPath, payload } : { taskPath, payload: round.result };
}

/** `Accepted in round 3`, `Sent back in round 5`. */
function describeEnd(rows: readonly MatrixRow[], task: TaskInstance): string {
  const last = rows.at(-1)?.round;
  if (last === undefined) return '';
  return task.status === 'running' ? `Round ${last.n} has ended` : `${formatVerdict(last)} in round ${last.n}`;
}

/** ` · 1:13 · $0.19` of all rounds that are listed. */
function describeFigures(rows: readonly MatrixRow[]): string {
  const rounds: readonly Round[] = rows.map(({ round }) => round);
  const took = rounds.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const costs = rounds.flatMap(({ usage }) => (typeof usage?.costUsd === 'number' ? usage.costUsd : []));
  const cost = costs.length === 0 ? '' : ` · ${formatCost(costs.reduce((sum, one) => sum + one, 0))}`;
  return ` · ${formatClock(took)}${cost}`;
}
