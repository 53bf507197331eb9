import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { formatClock } from '@/base/figures';
import { parseIsoTime } from '@/run/iso-time';
import { useRun, useStores } from '@/state/context';
import { endTravel, travelToEvent } from '@/state/time-travel';
import { IconButton } from '@/ui/form/icon-button';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { useReadOnly } from '../use-read-only';
import { formatEventShort } from './event-words';
import { ForkButton } from './fork-button';
import { PhaseTrack } from './phase-track';
import styles from './player.module.css';
import { type ReplaySpeed, replaySpeeds, useReplay } from './use-replay';

/**
 * The player in the tab bar of the drawer. It goes back through the events of the shown run, plays them, and forks the
 * run.
 */
export function Player() {
  const { run, services } = useStores();
  const last = useRun((state) => state.present.seq);
  const goesOn = useRun((state) => state.present.status === 'running');
  const travel = useRun((state) => state.travel);
  const replay = useReplay();
  const isReadOnly = useReadOnly();
  const words = useWords();
  const seq = Math.min(travel?.seq ?? last, last);

  const goToEvent = (wanted: number) => {
    replay.stop();
    // At the last event the present is shown again: of a resting run it is the same state, and an active run has passed
    // the event already.
    if (wanted >= run.getState().present.seq) endTravel(run);
    else void travelToEvent(run, services.runner, wanted);
  };
  const entries: readonly MenuEntry[] = [
    { kind: 'item', label: 'First event', disabled: seq <= 1, onSelect: () => goToEvent(1) },
    {
      kind: 'item',
      label: goesOn ? 'Back to now' : 'Last event',
      disabled: travel === undefined,
      onSelect: () => goToEvent(last),
    },
    { kind: 'separator' },
    {
      kind: 'choice',
      label: 'Speed',
      options: replaySpeeds,
      value: replay.speed,
      onChange: (speed) => replay.setSpeed(speed as ReplaySpeed),
    },
  ];
  const position = `Event ${seq.toLocaleString('en')} of ${last.toLocaleString('en')}`;
  return (
    <section className={styles.player} aria-label="Time travel">
      <span className={styles.words}>{words}</span>
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
      <div className={styles.track} title={words === '' ? undefined : words}>
        <PhaseTrack last={last} />
        <input
          type="range"
          className={styles.slider}
          aria-label="Event"
          aria-valuetext={words === '' ? position : `${position}, ${words}`}
          min={1}
          max={Math.max(2, last)}
          value={seq}
          onChange={(event) => goToEvent(Number(event.target.value))}
        />
      </div>
      <span className={styles.position} title={position}>
        {seq.toLocaleString('en')} of {last.toLocaleString('en')}
      </span>
      {!isReadOnly && <ForkButton seq={travel === undefined ? undefined : seq} />}
      <Menu
        label="More of the player"
        align="end"
        trigger={<IconButton size="s" label="More of the player" icon={<Ellipsis />} />}
        entries={entries}
      />
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
