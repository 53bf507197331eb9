import { useState } from 'react';
import { useRun, useStores } from '@/state/context';
import { isPaused, isRunning } from '@/state/run-actions';
import { resumeShownRun } from '@/state/start-and-fork';
import { useAttempt } from '@/ui/attempt';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { readRemembered, writeRemembered } from '../local-settings';
import { PlaceBanner } from '../servers/place-banner';
import { useRunPlace } from '../servers/use-run-place';
import { nameOfRun } from './run-use-cases';
import { WaitingBanner } from './waiting-banner';

/** Banners of the shown run: what it waits for, which tab or server runs it, and which parts of it are damaged. */
export default function RunBanners() {
  return (
    <>
      <WaitingBanner />
      <OwnerBanner />
      <DamageBanner />
    </>
  );
}

function OwnerBanner() {
  const stores = useStores();
  const { run, services } = stores;
  const owner = useRun((state) => state.owner);
  const takenAway = useRun((state) => state.takenAway);
  const unended = useRun(isRunning);
  const paused = useRun(isPaused);
  const failed = useRun((state) => state.failure !== undefined);
  const { busy: taking, start } = useAttempt();
  const { place, look } = useRunPlace();
  if (!unended || owner === undefined || owner === 'here' || place === undefined) return null;
  if (place !== null) return <PlaceBanner place={place} onDone={look} />;
  const name = nameOfRun(stores, run.getState().executionId ?? '');

  const performAndReload = (action: () => Promise<void>) =>
    start(async () => {
      await action();
      const { executionId } = run.getState();
      if (executionId !== undefined) run.setState({ owner: await services.runner.owner(executionId) });
    });
  if (owner === 'elsewhere') {
    return (
      <Note
        tone="info"
        title={takenAway ? `Another tab has taken ${name.toLowerCase()} over.` : 'Runs in another tab.'}
        action={
          <Button
            size="s"
            disabled={taking}
            onClick={() => void performAndReload(() => services.runner.takeOver(run.getState().executionId ?? ''))}
          >
            {taking ? 'Asking the other tab' : 'Run it here'}
          </Button>
        }
      >
        {taking
          ? 'It is asked to hand the run over. If it does not answer within three seconds, the run is taken over.'
          : 'You see it live. If you take it over, it continues here: what is done is kept, and a call in flight is made again.'}
      </Note>
    );
  }
  // If a person paused it, the top bar offers to resume it; if the engine gave up, another banner says why.
  if (paused || failed) return null;
  return (
    <Note
      tone="warning"
      title={`Nobody runs ${name.toLowerCase()} at the moment.`}
      action={
        <Button size="s" disabled={taking} onClick={() => void performAndReload(() => resumeShownRun(stores))}>
          Resume here
        </Button>
      }
    >
      It has not ended. What is done is kept and is not paid again.
    </Note>
  );
}

/** The most damages of runs that are remembered as seen. */
const maxDamagesKept = 50;

/** What was damaged of the log or a snapshot, and where the run resumed. Shown once. */
function DamageBanner() {
  const executionId = useRun((state) => state.executionId);
  const warnings = useRun(({ present }) => present.warnings.get(''));
  const [, redraw] = useState(0);
  const key = `${executionId} ${warnings?.length}`;
  if (warnings === undefined || warnings.length === 0 || readRemembered().toldDamages?.includes(key)) return null;
  return (
    <Note
      tone="warning"
      title={warnings.at(-1)}
      action={
        <Button
          size="s"
          onClick={() => {
            writeRemembered({ toldDamages: [...(readRemembered().toldDamages ?? []), key].slice(-maxDamagesKept) });
            redraw((n) => n + 1);
          }}
        >
          Close
        </Button>
      }
    >
      {warnings.length > 1 && `${warnings.length - 1} more are among the events of the run.`}
    </Note>
  );
}
