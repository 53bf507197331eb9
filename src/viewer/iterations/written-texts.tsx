import { type IterationLog, noText } from '@/run/iteration-log';
import { getNearestTaskPath } from '@/run/journal-path';
import { useTaskLabel } from '../use-task-label';
import styles from './iteration-list.module.css';
import { IterationParts } from './iteration-parts';
import { StreamText } from './stream-text';

/**
 * What was written in an iteration: both outputs, of the part that decided it if one did; what it produced, if that is
 * something else; and its parts. `label`: its task and its name.
 */
export function WrittenTexts({ log, label }: { readonly log: IterationLog; readonly label: string }) {
  const { decidedBy, content = noText, contentCapture, parts } = log;
  const { label: decider } = useTaskLabel(getNearestTaskPath(decidedBy?.path ?? ''));
  return (
    <>
      {decidedBy !== undefined && parts.length > 1 && <p className={styles.quiet}>Decided by {decider}</p>}
      <StreamText
        title="Output"
        payload={log.stdout}
        capture={log.capture}
        what="output"
        label={label}
        empty="No output."
      />
      <StreamText
        title="Standard error"
        payload={log.stderr}
        capture={log.stderrCapture}
        what="standard error"
        label={label}
        isError
      />
      <StreamText title="Result" payload={content} capture={contentCapture} what="result" label={label} />
      <IterationParts log={log} label={label} />
    </>
  );
}
