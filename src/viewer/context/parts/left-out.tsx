import EyeOff from 'lucide-react/icons/eye-off';
import Pin from 'lucide-react/icons/pin';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { formatBytes, formatTokens } from '@/base/figures';
import type { ContextChoice, ContextPlan } from '@/plan/context/context-plan';
import { estimateTokensOfBytes } from '@/plan/estimate/tokens-of-bytes';
import { Button } from '@/ui/form/button';
import type { TaskPath } from '@/workflow/task-path';
import { NextRun } from '../compaction/decide-icons';
import { useDecision } from '../compaction/use-decision';
import { explainWhyOut } from '../context-words';
import styles from './left-out.module.css';
import { SourceIcon } from './source-icon';

interface LeftOutProps {
  readonly taskPath: TaskPath;
  readonly plan: ContextPlan | undefined;
  /** The outputs that are left out or shortened. */
  readonly out: readonly ContextChoice[];
}

/** The earlier outputs that were left out of a call or shortened: why, and how to change that for the next run. */
export function LeftOut({ taskPath, plan, out }: LeftOutProps) {
  if (plan === undefined) {
    return <p className={styles.quiet}>No earlier output was looked at for this call.</p>;
  }
  if (out.length === 0 && plan.unlisted === 0) {
    return (
      <p className={styles.quiet}>
        {plan.choices.length === 0 ? 'There was no earlier output.' : 'Nothing: every earlier output is in, whole.'}
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {out.map((choice) => (
        <Item key={choice.id} taskPath={taskPath} plan={plan} choice={choice} />
      ))}
      {plan.unlisted > 0 && (
        <li className={styles.item}>
          <p>And {plan.unlisted.toLocaleString('en')} more, which matter less.</p>
        </li>
      )}
    </ul>
  );
}

interface ItemProps {
  readonly taskPath: TaskPath;
  readonly plan: ContextPlan;
  readonly choice: ContextChoice;
}

function Item({ taskPath, plan, choice }: ItemProps) {
  const { id, relevance, bytes, shown, verdict } = choice;
  const { decision, possible, decide } = useDecision(taskPath, id);
  const size = verdict === 'shortened' ? `${formatBytes(shown)} of ${formatBytes(bytes)}` : formatBytes(bytes);
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <SourceIcon taskPath={taskPath} id={id} />
        <span className={styles.name} title={id}>
          {id}
        </span>
        <span className={styles.figures}>
          relevance {relevance.toFixed(2)} · {size} · ~{formatTokens(estimateTokensOfBytes(bytes))}
        </span>
      </div>
      <p className={styles.why}>{explainWhyOut(choice, plan)}</p>
      <div className={styles.next}>
        <NextRun taskPath={taskPath} choice={choice} />
      </div>
      {possible ? (
        <div className={styles.buttons}>
          {decision !== 'keep' && decision !== 'out' && (
            <Button
              variant="ghost"
              size="s"
              icon={<Pin />}
              aria-label={`Always keep ${id}`}
              onClick={() => decide('keep')}
            >
              Always keep
            </Button>
          )}
          {decision !== 'keep' && decision !== 'out' && (
            <Button
              variant="ghost"
              size="s"
              icon={<EyeOff />}
              aria-label={`Keep out ${id}`}
              onClick={() => decide('out')}
            >
              Keep out
            </Button>
          )}
          {decision === 'out' && (
            <Button
              variant="ghost"
              size="s"
              icon={<RotateCcw />}
              aria-label={`Allow ${id} again`}
              onClick={() => decide('rules')}
            >
              Allow again
            </Button>
          )}
          {decision === 'keep' && (
            <Button
              variant="ghost"
              size="s"
              icon={<RotateCcw />}
              aria-label={`Let the rules decide about ${id}`}
              onClick={() => decide('rules')}
            >
              Let the rules decide
            </Button>
          )}
        </div>
      ) : (
        <p className={styles.why}>The task is not in the workflow as it stands, so nothing can be set for it.</p>
      )}
    </li>
  );
}
