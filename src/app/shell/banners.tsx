import type { Failure } from '@/base/errors';
import { useDocument, useRun, useStores } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { showRun } from '@/state/run-store';
import { resumeShownRun } from '@/state/start-and-fork';
import { useAttempt } from '@/ui/attempt';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { useApp } from '../app-context';
import { CleanUpButton } from '../runs/clean-up-button';
import RunBanners from '../runs/run-banners';
import { keepMineAsCopy, loadTheOther } from '../workflows/settle-stale-save';
import styles from './banners.module.css';

/** Problems of the open workflow or its run, each with what to do. */
export function Banners() {
  return (
    <div className={styles.banners}>
      <StorageBanner />
      <SyncBanner />
      <SaveBanner />
      <RunFailureBanner />
      <UnreadBanner />
      <UnusualRun />
    </div>
  );
}

function StorageBanner() {
  const { storageFailure } = useApp();
  if (!storageFailure) return null;
  return (
    <Note tone="warning" title="Nothing is saved when this page is closed.">
      The storage of the browser did not open: {storageFailure.message} {storageFailure.advice} Until then, export what
      you want to keep.
    </Note>
  );
}

function SyncBanner() {
  const { actions } = useStores().document;
  const refused = useDocument((state) => state.refused);
  const unwritten = useDocument((state) => state.unwritten.length > 0);
  if (!refused) return null;
  return (
    <Note
      tone="error"
      title={unwritten ? 'The last edit is not in the code yet, and is not saved.' : 'The code could not be read.'}
      action={
        <div className={styles.actions}>
          <Button size="s" onClick={() => actions.retry()}>
            Try again
          </Button>
          {unwritten && (
            <Button size="s" onClick={() => void actions.undo()}>
              Undo the edit
            </Button>
          )}
        </div>
      }
    >
      {refused.message} {refused.advice}
    </Note>
  );
}

function SaveBanner() {
  const stores = useStores();
  const saved = useDocument((state) => state.saved);
  const isUnwritten = useDocument((state) => state.refused !== undefined && state.unwritten.length > 0);
  if (saved.status !== 'failed' || isUnwritten) return null;
  if (saved.failure.code === 'STALE_SAVE') {
    return (
      <Note
        tone="error"
        title="Another tab has saved this workflow."
        action={
          <div className={styles.actions}>
            <Button size="s" onClick={() => void loadTheOther(stores)}>
              Load the other
            </Button>
            <Button size="s" onClick={() => void keepMineAsCopy(stores)}>
              Keep mine as a copy
            </Button>
          </div>
        }
      >
        What you changed here is not saved, so that the other is not overwritten.
      </Note>
    );
  }
  return (
    <FailureNote
      title="The workflow is not saved."
      failure={saved.failure}
      action={{ label: 'Save again', run: () => void stores.document.actions.save() }}
    />
  );
}

/** Banners only of runs that are not run here, or are damaged. */
function UnusualRun() {
  const wanted = useRun(
    ({ owner, present }) => owner === 'elsewhere' || owner === 'nobody' || (present.warnings.get('')?.length ?? 0) > 0,
  );
  return wanted ? <RunBanners /> : null;
}

function UnreadBanner() {
  const stores = useStores();
  const { run, services } = stores;
  const { start } = useAttempt();
  const unread = useRun((state) => state.unread);
  const executionId = useRun((state) => state.executionId);
  if (!unread || executionId === undefined) return null;
  if (unread.code === 'DAMAGED_RECORD') {
    return (
      <FailureNote
        title="The log of this run is damaged."
        failure={{
          ...unread,
          advice: 'Resume it after its last sound event: what came later is done again. Or start a new run.',
        }}
        action={{ label: 'Resume here', run: () => void start(() => resumeShownRun(stores)) }}
      />
    );
  }
  return (
    <FailureNote
      title="The run cannot be shown."
      failure={unread}
      action={{ label: 'Read it again', run: () => void showRun(run, services.runner, executionId) }}
    />
  );
}

function RunFailureBanner() {
  const { run } = useStores();
  const failure = useRun((state) => state.failure);
  const running = useRun(isRunning);
  if (!failure) return null;
  if (failure.code === 'STORAGE_FULL') {
    // Of a run that waits for room its line says so.
    if (running) return null;
    return (
      <Note tone="warning" title="There is no room for a run." action={<CleanUpButton />}>
        {failure.message} {failure.advice}
      </Note>
    );
  }
  return (
    <FailureNote
      title={running ? 'The run did not resume.' : 'The run did not start.'}
      failure={failure}
      action={{ label: 'Close', run: () => run.setState({ failure: undefined }) }}
    />
  );
}

function FailureNote({
  title,
  failure,
  action,
}: {
  readonly title: string;
  readonly failure: Failure;
  readonly action: { readonly label: string; readonly run: () => void };
}) {
  return (
    <Note
      tone="error"
      title={title}
      action={
        <Button size="s" onClick={action.run}>
          {action.label}
        </Button>
      }
    >
      {failure.message} {failure.advice}
    </Note>
  );
}
