import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { formatClock } from '@/base/figures';
import { parseIsoTime } from '@/run/iso-time';
import { useRun, useStores } from '@/state/context';
import { endTravel, travelToEvent } from '@/state/time-travel';
import { IconButton } from '@/ui/form/icon-button';
import { Select } from '@/ui/form/select';
import { formatEventShort } from './event-words';
import { ForkButton } from './fork-button';
import { PhaseTrack } from './phase-track';
import styles from './time-travel-bar.module.css';
import { replaySpeeds, useReplay } from './use-replay';

/** The bar under the drawer. It goes back through the events of the shown run, plays them, and forks the run. */
export default function TimeTravelBar() {
  const { run, services } = useStores();
  const last = useRun((state) => state.present.seq);
  const goesOn = useRun((state) => state.present.status === 'running');
  const travel = useRun((state) => state.travel);
  const replay = useReplay();
  const words = useWords();
  const seq = Math.min(travel?.seq ?? last, last);

  const goToEvent = (wanted: number) => {
    replay.stop();
    // At the last event the present is shown again: of a resting run it is the same state, and an active run has passed
    // the event already.
    if (wanted >= run.getState().present.seq) endTravel(run);
    else void travelToEvent(run, services.runner, wanted);
  };
  return (
    <section className={styles.bar} aria-label="Time travel">
      <div className={styles.row}>
        <div className={styles.buttons}>
          <IconButton
            size="s"
            label="First event"
            icon={<ChevronFirst />}
            disabled={seq <= 1}
            onClick={() => goToEvent(1)}
          />
          <IconButton
            size="s"
            label="Event before"
            icon={<ChevronLeft />}
            disabled={seq <= 1}
            onClick={() => goToEvent(seq - 1)}
          />
          <IconButton
            size="s"
            label={replay.playing ? 'Stop' : 'Play'}
            icon={replay.playing ? <Pause /> : <Play />}
            onClick={replay.toggle}
          />
          <IconButton
            size="s"
            label="Next event"
            icon={<ChevronRight />}
            disabled={travel === undefined}
            onClick={() => goToEvent(seq + 1)}
          />
          <IconButton
            size="s"
            label={goesOn ? 'Back to now' : 'Last event'}
            icon={<ChevronLast />}
            disabled={travel === undefined}
            onClick={() => goToEvent(last)}
          />
        </div>
        <span className={styles.position}>
          Event {seq.toLocaleString('en')} of {last.toLocaleString('en')}
        </span>
        <span className={styles.words}>{words}</span>
        <Select
          label="Speed"
          className={styles.speed}
          value={replay.speed}
          options={replaySpeeds}
          onChange={replay.setSpeed}
        />
        <ForkButton seq={travel === undefined ? undefined : seq} />
      </div>
      <div className={styles.track}>
        <PhaseTrack last={last} />
        <input
          type="range"
          className={styles.slider}
          aria-label="Event"
          aria-valuetext={`Event ${seq.toLocaleString('en')} of ${last.toLocaleString('en')}${words === '' ? '' : `, ${words}`}`}
          min={1}
          max={Math.max(2, last)}
          value={seq}
          onChange={(event) => goToEvent(Number(event.target.value))}
        />
      </div>
    </section>
  );
}

/** The time of the shown event, and what happened; for the present the status of the run. */
function useWords(): string {
  const startedAt = useRun((state) => state.present.startedAt);
  const event = useRun((state) => state.travel?.event);
  const looksBack = useRun((state) => state.travel !== undefined);
  const endedAt = useRun((state) => state.present.endedAt);
  if (startedAt === undefined) return '';
  const start = parseIsoTime(startedAt);
  if (event !== undefined) return `${formatClock(parseIsoTime(event.t) - start)} · ${formatEventShort(event)}`;
  return looksBack || endedAt === undefined ? '' : `${formatClock(parseIsoTime(endedAt) - start)} · as it ended`;
}
