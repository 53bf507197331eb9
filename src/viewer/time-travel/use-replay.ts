import { useEffect, useState } from 'react';
import { useStores } from '@/state/context';
import { endTravel, travelTo } from '@/state/time-travel';

/** How fast a run is played again. */
export type ReplaySpeed = 'slow' | 'even' | 'fast' | 'brief';

/** What can be chosen: events a second, or the whole run in ten seconds. */
export const replaySpeeds: readonly { readonly value: ReplaySpeed; readonly label: string }[] = [
  { value: 'slow', label: '2 events a second' },
  { value: 'even', label: '10 events a second' },
  { value: 'fast', label: '50 events a second' },
  { value: 'brief', label: 'All in 10 seconds' },
];

const perSecond: { readonly [K in Exclude<ReplaySpeed, 'brief'>]: number } = { slow: 2, even: 10, fast: 50 };
const briefSeconds = 10;
/** How often the next event is wanted, in ms; at most. */
const tickMs = 100;

/** Plays the run that is shown again, out of its log: nothing is asked, nothing is paid. */
export function useReplay(): {
  readonly playing: boolean;
  readonly speed: ReplaySpeed;
  readonly setSpeed: (speed: ReplaySpeed) => void;
  readonly toggle: () => void;
  readonly stop: () => void;
} {
  const { run, services } = useStores();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<ReplaySpeed>('even');
  useEffect(() => {
    if (!playing) return;
    const rate = speed === 'brief' ? run.getState().present.seq / briefSeconds : perSecond[speed];
    const every = Math.max(tickMs, 1000 / rate);
    const timer = setInterval(() => {
      const { travel, present } = run.getState();
      if (travel === undefined) return setPlaying(false);
      // What is wanted is not there yet: the next one waits for it.
      if (travel.event?.seq !== travel.seq) return;
      const next = travel.seq + Math.max(1, Math.round((rate * every) / 1000));
      if (next < present.seq) return void travelTo(run, services.runner, next);
      endTravel(run);
      setPlaying(false);
    }, every);
    return () => clearInterval(timer);
  }, [playing, speed, run, services]);
  return {
    playing,
    speed,
    setSpeed,
    stop: () => setPlaying(false),
    toggle: () => {
      // From the end it begins anew.
      if (!playing && run.getState().travel === undefined) void travelTo(run, services.runner, 1);
      setPlaying(!playing);
    },
  };
}
