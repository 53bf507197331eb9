import { formatInstance } from '@/run/instance-label';
import type { MatrixCell } from '@/run/projections/loop-matrix';
import { getTaskResult, type Round } from '@/run/run-state';
import { useStores } from '@/state/context';
import { Button } from '@/ui/form/button';
import { TextBlock } from '@/ui/text/text-block';
import { StreamText } from '../iterations/stream-text';
import { PromptText } from '../output/prompt-text';
import { showInstance } from '../show-instance';
import { usePacedRun } from '../use-paced-run';
import { useTaskLabel } from '../use-task-label';
import styles from './rounds-table.module.css';
import { findFeedback } from './verdict';

interface CellDetailsProps {
  readonly cell: MatrixCell;
  readonly round: Round;
}

/** A task in a round in full: what it was told, what it gave, and what the evaluator said of the round. */
export function CellDetails({ cell: { taskPath, instance }, round }: CellDetailsProps) {
  const stores = useStores();
  const { label } = useTaskLabel(taskPath);
  const calls = usePacedRun(({ run }) => run.calls.get(taskPath));
  const first = calls?.find(({ path, kind }) => kind !== 'tool' && path.startsWith(`${instance.path}/`));
  const output = getTaskResult(instance);
  const feedback = findFeedback(round);
  return (
    <section className={styles.details} aria-label="Task in the round">
      <h3>
        {label} · {formatInstance(instance.path)}
        <Button size="s" variant="ghost" onClick={() => showInstance(stores, instance.path)}>
          Show this one
        </Button>
      </h3>
      {first && (
        <>
          <h4>{first.kind === 'script' ? 'Script' : 'Instruction'}</h4>
          <PromptText call={first} label={label} />
        </>
      )}
      {output && <StreamText title="Output" payload={output} what="output" label={label} empty="No output." />}
      {feedback !== undefined && (
        <>
          <h4>Feedback</h4>
          <TextBlock>{feedback}</TextBlock>
        </>
      )}
    </section>
  );
}
