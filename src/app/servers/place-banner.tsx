import { useRun, useStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import { useAttempt } from '@/ui/attempt';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import type { RunPlace } from '@/worker/border/servers-api';
import { useApp } from '../app-context';
import { nameOfRun } from '../runs/run-use-cases';
import { takeRunHere } from './run-at-server';

interface PlaceBannerProps {
  readonly place: RunPlace;
  readonly onDone: () => void;
}

/** What is the matter with the server at which the shown run runs, and what to do. */
export function PlaceBanner({ place, onDone }: PlaceBannerProps) {
  const stores = useStores();
  const { view } = stores;
  const { servers } = useApp();
  const executionId = useRun((state) => state.executionId) ?? '';
  const { busy, start } = useAttempt();
  const { server, state, failure } = place;
  const name = nameOfRun(stores, executionId).toLowerCase();
  const performAction = (action: () => Promise<void>) => void start(action).then(onDone);
  if (state === 'away') {
    return (
      <Note
        tone="warning"
        title={failure?.message ?? `${server.name} does not answer.`}
        action={
          <Button size="s" disabled={busy} onClick={() => performAction(() => servers.tryNow())}>
            Try now
          </Button>
        }
      >
        {`What came of ${name} is kept here, and ${name} may still be running there. The server is asked again by itself.`}
      </Note>
    );
  }
  if (state === 'refused') {
    return (
      <Note
        tone="warning"
        title={failure?.message}
        action={
          <Button size="s" onClick={() => openDialog(view, { name: 'settings' })}>
            Open the settings
          </Button>
        }
      >
        {`${failure?.advice ?? ''} Until then ${name} is not followed.`}
      </Note>
    );
  }
  if (state === 'gone') {
    return (
      <Note
        tone="warning"
        title={`${server.name} no longer has ${name}.`}
        action={
          <Button
            size="s"
            disabled={busy}
            onClick={() => performAction(() => takeRunHere(stores, servers, executionId))}
          >
            Take it here
          </Button>
        }
      >
        What came of it until then is kept.
      </Note>
    );
  }
  return null;
}
