import { formatCost, formatOutput, formatTokens } from '@/base/figures';
import { Chip } from '@/ui/display/chip';
import { Note } from '@/ui/display/note';
import { FoldRow } from '../fold-row';
import { StreamText } from '../iterations/stream-text';
import type { RowHead } from '../paging/paged-list';
import styles from './pipeline-view.module.css';
import { formatStepWords, type StepEntry } from './step-entry';
import { useStep } from './use-step';

interface StepRowProps {
  readonly step: StepEntry;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly head?: RowHead;
}

/** A step in one line: its answer and its vote. It unfolds to everything stored of it. */
export function StepRow({ step, open, onToggle, head }: StepRowProps) {
  const { votes, failures, flags } = step;
  const disputed = votes !== undefined && votes.length > 1;
  return (
    <article>
      <FoldRow className={styles.row} open={open} onToggle={onToggle} head={head}>
        <span className={styles.number}>{step.step.toLocaleString('en')}</span>
        <span className={styles.answer}>{step.answer?.text.trim().split('\n', 1)[0]}</span>
        <span className={styles.words}>{formatStepWords(step)}</span>
        {step.isOpen ? (
          <Chip tone="failed">failed</Chip>
        ) : failures > 0 ? (
          <Chip tone="failed">failed before</Chip>
        ) : disputed ? (
          <Chip tone="paused">disputed</Chip>
        ) : flags > 0 ? (
          <Chip tone="paused">flagged</Chip>
        ) : null}
      </FoldRow>
      {open && <StepDetails step={step} />}
    </article>
  );
}

function StepDetails({ step: given }: { readonly step: StepEntry }) {
  const { step, looks, message } = useStep(given);
  const { votes, usage, lastFailure } = step;
  return (
    <div className={styles.details}>
      {lastFailure && (
        <Note tone="warning" title={lastFailure.message}>
          {lastFailure.advice}
        </Note>
      )}
      {votes !== undefined && (
        <ul className={styles.votes} aria-label="Votes">
          {votes.map((count, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the votes of a step never change or move.
            <li key={index}>
              {index === 0 ? 'The answer that won' : `Another answer`}: {count === 1 ? '1 vote' : `${count} votes`}
            </li>
          ))}
          {step.flags > 0 && <li>Not counted: {step.flags} with red flags</li>}
        </ul>
      )}
      {usage && (
        <p className={styles.quiet}>
          {formatTokens(usage.inputTokens)} in · {formatOutput(usage)} · {formatCost(usage.costUsd)}
        </p>
      )}
      {step.answer && (
        <StreamText
          title={step.isOpen ? 'What the model said last' : 'Answer'}
          payload={step.answer}
          what="answer"
          label={`step ${step.step.toLocaleString('en')}`}
          empty="The answer is empty."
        />
      )}
      {looks && <p className={styles.quiet}>Looking for it in the log…</p>}
      {message !== undefined && <Note tone="warning">{message}</Note>}
    </div>
  );
}
