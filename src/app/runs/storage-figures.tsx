import { useState } from 'react';
import { formatBytes } from '@/base/figures';
import type { StorageUse } from '@/run/runner';
import { useRuns, useStores } from '@/state/context';
import { findRunName } from '@/state/runs-store';
import { Button } from '@/ui/form/button';
import styles from './clean-up-dialog.module.css';

interface StorageFiguresProps {
  readonly use: StorageUse | undefined;
  /** Called after the browser was asked to keep the storage, or answers were emptied, so that it is read again. */
  readonly onChange: () => void;
}

/** How many of the largest runs are named. */
const mostNamed = 4;

/**
 * How much is stored, for these runs and in all, and whether the browser keeps it. The browser is asked to keep it only
 * when a person presses the button.
 */
export function StorageFigures({ use, onChange }: StorageFiguresProps) {
  const entries = useRuns((state) => state.entries);
  const { runner } = useStores().services;
  const [answer, setAnswer] = useState<'granted' | 'refused'>();
  if (use === undefined) return <p className={styles.hint}>Measuring storage…</p>;
  const own = entries.reduce((sum, { id }) => sum + (use.runs.get(id) ?? 0), 0);
  const all = [...use.runs.values()].reduce((sum, bytes) => sum + bytes, 0);
  const largest = entries
    .map(({ id }) => [id, use.runs.get(id) ?? 0] as const)
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostNamed);
  const askToKeep = async () => {
    const granted = await navigator.storage.persist().catch(() => false);
    setAnswer(granted ? 'granted' : 'refused');
    onChange();
  };
  const emptyAnswers = async () => {
    await runner.emptyAnswers();
    onChange();
  };
  return (
    <dl className={styles.figures}>
      <Figure name="Runs of this workflow">{formatBytes(own)}</Figure>
      {largest.length > 1 && (
        <Figure name="The largest">
          {largest.map(([id, bytes]) => `${findRunName(entries, id)}, ${formatBytes(bytes)}`).join(' · ')}
        </Figure>
      )}
      <Figure name="Runs of all workflows">{formatBytes(all)}</Figure>
      {use.answers !== undefined && use.answers.calls > 0 && (
        <Figure name="Answers for other runs">
          <span>
            {use.answers.calls.toLocaleString('en')}, {formatBytes(use.answers.bytes)}
          </span>
          <Button size="s" onClick={() => void emptyAnswers()}>
            Empty
          </Button>
        </Figure>
      )}
      {use.usage !== undefined && use.quota !== undefined && (
        <Figure name="In this browser">
          {formatBytes(use.usage)} of {formatBytes(use.quota)} that it allows
        </Figure>
      )}
      {use.persistent !== undefined && (
        <Figure name="Kept">
          <span role="status">{describeKept(use.persistent, answer)}</span>
          {!use.persistent && (
            <Button size="s" onClick={() => void askToKeep()}>
              Ask to keep it
            </Button>
          )}
        </Figure>
      )}
    </dl>
  );
}

function describeKept(persistent: boolean, answer: 'granted' | 'refused' | undefined): string {
  if (persistent) return 'The browser has promised to keep it.';
  if (answer === 'refused') {
    return 'The browser did not promise to keep it. It may, once you use the page more often or bookmark it.';
  }
  return 'The browser may clear it when the disk is nearly full.';
}

function Figure({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
