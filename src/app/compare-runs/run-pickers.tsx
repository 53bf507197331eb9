import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { useRuns, useStores } from '@/state/context';
import { findRunName } from '@/state/runs-store';
import { openScreen } from '@/state/view/screens';
import { type ComparedRuns, planSide } from '@/state/view-store';
import { IconButton } from '@/ui/form/icon-button';
import { Select } from '@/ui/form/select';
import { runStatusWords } from '@/viewer/run-description/run-words';
import { formatWhen } from '../runs/format-when';
import styles from './compare-runs.module.css';

/** Chooses the two runs. */
export function RunPickers({ ids }: { readonly ids: ComparedRuns }) {
  const { view } = useStores();
  const entries = useRuns((state) => state.entries);
  const options = entries.map(({ id, status, startedAt }) => ({
    value: id,
    label: `${findRunName(entries, id)} · ${runStatusWords[status].word} · ${formatWhen(startedAt)}`,
  }));
  const chooseRuns = (change: Partial<ComparedRuns>) =>
    openScreen(view, { at: 'compare-runs', runs: { ...ids, ...change } });
  return (
    <span className={styles.pickers}>
      <Select
        label="First run"
        value={ids.first}
        options={[{ value: planSide, label: 'The plan' }, ...addGoneOption(options, ids.first)]}
        onChange={(first) => chooseRuns({ first })}
      />
      <IconButton
        size="s"
        label="Swap the runs"
        icon={<ArrowLeftRight />}
        disabled={ids.first === planSide}
        onClick={() => chooseRuns({ first: ids.second, second: ids.first })}
      />
      <Select
        label="Second run"
        value={ids.second}
        options={addGoneOption(options, ids.second)}
        onChange={(second) => chooseRuns({ second })}
      />
    </span>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** An address may name a run that is not in the list: the choice says so, instead of showing another one. */
function addGoneOption(options: readonly Option[], id: string): readonly Option[] {
  return id === planSide || options.some(({ value }) => value === id)
    ? options
    : [{ value: id, label: 'Not stored here' }, ...options];
}
