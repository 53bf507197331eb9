import { useMemo } from 'react';
import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { JournalPath } from '@/run/journal-path';
import type { RunState, TaskInstance } from '@/run/run-state';
import { useRun } from '@/state/context';
import { TextBlock } from '@/ui/text/text-block';
import type { TaskPath } from '@/workflow/task-path';
import { usePacedRun } from '../use-paced-run';
import styles from './output-lists.module.css';
import { PartRuns } from './part-list';
import { PipelineLine } from './pipeline-line';
import { ReparsedNote } from './reparsed-note';
import { RoundList } from './round-list';
import { VoteList } from './vote-list';

interface TaskDetailsProps {
  readonly taskPath: TaskPath;
  readonly task: TaskInstance;
}

/** How a task reached its output: rounds, votes, steps, the parts that ran inside it, and what a failed one left. */
export function TaskDetails({ taskPath, task }: TaskDetailsProps) {
  const progress = usePacedRun((state) => state.run.progress.get(taskPath));
  const reparsed = useRun((state) => state.run.reparsed.get(taskPath));
  const rounds = useWithin((run) => run.rounds.get(taskPath), task.path);
  const votes = useWithin((run) => run.votes.get(taskPath), task.path);
  const partial = getNotes(task)?.['partial_results'];
  return (
    <>
      {progress && <PipelineLine progress={progress} />}
      <RoundList rounds={rounds} taskPath={taskPath} />
      <VoteList votes={votes} taskPath={taskPath} />
      {reparsed && <ReparsedNote reparsed={reparsed} />}
      <PartRuns taskPath={taskPath} instance={task.path} />
      {partial !== undefined && <PartialResults results={partial} />}
    </>
  );
}

function PartialResults({ results }: { readonly results: Json }) {
  return (
    <section className={styles.list} aria-label="Partial results">
      <h3 className={styles.heading}>Partial results</h3>
      <TextBlock>{encodeJson(results, 2)}</TextBlock>
    </section>
  );
}

function getNotes(task: TaskInstance) {
  if (task.status === 'ok') return task.data.notes;
  return task.status === 'failed' ? task.notes : undefined;
}

/** The entries of a list that lie within an instance. */
function useWithin<T extends { readonly path: JournalPath }>(
  listOf: (run: RunState) => readonly T[] | undefined,
  instance: JournalPath,
): readonly T[] {
  const list = usePacedRun(({ run }) => listOf(run));
  return useMemo(() => list?.filter(({ path }) => path.startsWith(instance)) ?? [], [list, instance]);
}
