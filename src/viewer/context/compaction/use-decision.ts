import { useDocument, useStores } from '@/state/context';
import { notify } from '@/ui/overlay/toast';
import { type ContextDecision, contextDecision, setContextInclusion } from '@/workflow/commands/choose-context';
import { locateTask, type TaskPath } from '@/workflow/task-path';

/** What a person can say about an earlier output for a task. */
export interface Decide {
  /** As the document says it now, for the next run. */
  readonly decision: ContextDecision;
  /** Whether the task stands in the document; what a model wrote does not. */
  readonly possible: boolean;
  readonly decide: (decision: ContextDecision) => void;
}

/** How the document stands to an earlier output for a task, and how to change it: an edit like any other, with undo. */
export function useDecision(taskPath: TaskPath, from: string): Decide {
  const { document } = useStores();
  const decision = useDocument((state) => contextDecision(state.document, taskPath, from));
  const possible = useDocument(
    (state) => locateTask(state.document, taskPath) !== undefined && state.sync !== 'broken',
  );
  const decide = (next: ContextDecision) => {
    const label = { keep: `Always keep ${from}`, out: `Keep out ${from}`, rules: `Allow ${from} again` }[next];
    void document.actions
      .dispatch((current) => setContextInclusion(current, { taskPath, from, decision: next }), label)
      .then((made) => {
        if (!made.ok) notify({ tone: 'error', title: `${label}: not done`, detail: made.error.message, id: 'refused' });
      });
  };
  return { decision, possible, decide };
}
