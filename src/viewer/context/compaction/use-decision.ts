import { useDocument, useStores } from '@/state/context';
import { notifyPerson } from '@/ui/overlay/toast';
import { type ContextDecision, findContextDecision, setContextInclusion } from '@/workflow/commands/choose-context';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { useReadOnly } from '../../use-read-only';

/** What a person can decide about an earlier output for a task. */
export interface Decide {
  /** The decision in the document now, for the next run. */
  readonly decision: ContextDecision;
  /** Whether the task is in the document, and can be changed; one that a model wrote is not. */
  readonly possible: boolean;
  readonly decide: (decision: ContextDecision) => void;
}

/**
 * The document's decision about an earlier output for a task, and a way to change it: an edit like any other, with
 * undo.
 */
export function useDecision(taskPath: TaskPath, from: string): Decide {
  const { document } = useStores();
  const decision = useDocument((state) => findContextDecision(state.document, taskPath, from));
  const isReadOnly = useReadOnly();
  const possible = useDocument(
    (state) => !isReadOnly && locateTask(state.document, taskPath) !== undefined && state.sync !== 'broken',
  );
  const decide = (next: ContextDecision) => {
    const label = { keep: `Always keep ${from}`, out: `Keep out ${from}`, rules: `Allow ${from} again` }[next];
    void document.actions
      .dispatch((current) => setContextInclusion(current, { taskPath, from, decision: next }), label)
      .then((made) => {
        if (!made.ok)
          notifyPerson({
            ...{ tone: 'error', id: 'refused', about: 'workflow' },
            title: `${label}: not done`,
            detail: made.error.message,
          });
      });
  };
  return { decision, possible, decide };
}
