import EyeOff from 'lucide-react/icons/eye-off';
import Pin from 'lucide-react/icons/pin';
import type { ContextChoice } from '@/plan/context/context-plan';
import { IconButton } from '@/ui/form/icon-button';
import type { TaskPath } from '@/workflow/task-path';
import styles from './decide.module.css';
import { useDecision } from './use-decision';

/**
 * Two small buttons: always include this output from the next run on, or never. Empty for a task that is not in the
 * document.
 */
export function DecideIcons({ taskPath, from }: { readonly taskPath: TaskPath; readonly from: string }) {
  const { decision, possible, decide } = useDecision(taskPath, from);
  if (!possible) return null;
  return (
    <>
      <IconButton
        size="s"
        label={`Always keep ${from}`}
        icon={<Pin />}
        aria-pressed={decision === 'keep'}
        onClick={() => decide(decision === 'keep' ? 'rules' : 'keep')}
      />
      <IconButton
        size="s"
        label={`Keep out ${from}`}
        icon={<EyeOff />}
        aria-pressed={decision === 'out'}
        onClick={() => decide(decision === 'out' ? 'rules' : 'out')}
      />
    </>
  );
}

/** Says what will change for this output in the next run. */
export function NextRun({ taskPath, choice }: { readonly taskPath: TaskPath; readonly choice: ContextChoice }) {
  const { decision, possible } = useDecision(taskPath, choice.id);
  const was = choice.reason === 'included' ? 'keep' : choice.reason === 'excluded' ? 'out' : 'rules';
  if (!possible || decision === was) return null;
  const words = {
    keep: 'From the next run on it is always kept.',
    out: 'From the next run on it is kept out.',
    rules: 'From the next run on the rules decide again.',
  };
  return <p className={styles.next}>{words[decision]}</p>;
}
