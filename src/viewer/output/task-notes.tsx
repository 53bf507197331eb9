import type { Failure } from '@/base/errors';
import { getTaskPath } from '@/run/journal-path';
import type { TaskInstance } from '@/run/run-state';
import { useRun, useStores } from '@/state/context';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import type { TaskPath } from '@/workflow/task-path';
import { showInstance } from '../show-instance';
import { useTaskLabel } from '../use-task-label';

const noWarnings: readonly string[] = [];

/**
 * What a person should know about a task besides its output: why it failed and in which part, that it retries,
 * warnings.
 */
export function TaskNotes({
  taskPath,
  task,
}: {
  readonly taskPath: TaskPath;
  readonly task: TaskInstance | undefined;
}) {
  const warnings = useRun((state) => state.run.warnings.get(taskPath)) ?? noWarnings;
  return (
    <>
      {task && 'error' in task && task.error && (
        <FailureNote tone={task.status === 'failed' ? 'error' : 'warning'} failure={task.error} />
      )}
      {task?.status === 'running' && task.retry && (
        <Note tone="warning" title={task.retry.error.message}>
          Retries in {Math.round(task.retry.delayMs / 1000)} s.
        </Note>
      )}
      {[...new Set(warnings)].map((warning) => (
        <Note key={warning} tone="warning">
          {warning}
        </Note>
      ))}
    </>
  );
}

function FailureNote({ tone, failure }: { readonly tone: 'error' | 'warning'; readonly failure: Failure }) {
  const failed = failure.details?.['failed'];
  return (
    <Note
      tone={tone}
      title={failure.message}
      action={typeof failed === 'string' ? <ShowFailed path={failed} /> : undefined}
    >
      {failure.advice}
    </Note>
  );
}

/** A link to the part that made the whole fail. */
function ShowFailed({ path }: { readonly path: string }) {
  const stores = useStores();
  const { label } = useTaskLabel(getTaskPath(path));
  return (
    <Button size="s" onClick={() => showInstance(stores, path)}>
      Show {label}
    </Button>
  );
}
