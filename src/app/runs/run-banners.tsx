import { useState } from 'react';
import { useRun } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { readRemembered, writeRemembered } from '../local-settings';
import { PlaceBanner } from '../servers/place-banner';
import { useRunPlace } from '../servers/use-run-place';

/** Banners of the shown run: what is the matter with the server that runs it, and which parts of it are damaged. */
export default function RunBanners() {
  return (
    <>
      <ServerBanner />
      <DamageBanner />
    </>
  );
}

function ServerBanner() {
  const owner = useRun((state) => state.owner);
  const unended = useRun(isRunning);
  const { place, look } = useRunPlace();
  if (!unended || owner === undefined || owner === 'here' || !place) return null;
  return <PlaceBanner place={place} onDone={look} />;
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
