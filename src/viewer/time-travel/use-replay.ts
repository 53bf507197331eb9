import { useCallback, useEffect, useState } from 'react';
import { useRun, useStores } from '@/state/context';
import { endTravel, playEvents, travelToEvent } from '@/state/time-travel';

/** How fast a run is played. */
export type ReplaySpeed = 'slow' | 'even' | 'fast' | 'brief';

/** The available speeds: events a second, or the whole run in ten seconds. */
export const replaySpeeds: readonly { readonly value: ReplaySpeed; readonly label: string }[] = [
  { value: 'slow', label: '2 events a second' },
  { value: 'even', label: '10 events a second' },
  { value: 'fast', label: '50 events a second' },
  { value: 'brief', label: 'All in 10 seconds' },
];

const perSecond: { readonly [K in Exclude<ReplaySpeed, 'brief'>]: number } = { slow: 2, even: 10, fast: 50 };
const briefSeconds = 10;
/** The shortest time between two events, in ms. */
const tickMs = 100;

/** Plays the shown run from its log. It makes no calls and costs nothing. */
export function useReplay(): {
  readonly playing: boolean;
  readonly speed: ReplaySpeed;
  readonly setSpeed: (speed: ReplaySpeed) => void;
  readonly toggle: () => void;
  readonly stop: () => void;
} {
  const { run, services } = useStores();
  const playing = useRun((state) => state.isPlaying);
  const [speed, setSpeed] = useState<ReplaySpeed>('even');
  const setPlaying = useCallback((isPlaying: boolean) => run.setState({ isPlaying }), [run]);
  useEffect(() => {
    if (!playing) return;
    const rate = speed === 'brief' ? run.getState().present.seq / briefSeconds : perSecond[speed];
    const every = Math.max(tickMs, 1000 / rate);
    const timer = setInterval(() => {
      const { travel, present } = run.getState();
      if (travel === undefined) return setPlaying(false);
      // The requested event has not loaded yet: the next one waits for it.
      if (travel.event?.seq !== travel.seq) return;
      const next = travel.seq + Math.max(1, Math.round((rate * every) / 1000));
      if (next < present.seq) return void travelToEvent(run, services.runner, next);
      endTravel(run);
      setPlaying(false);
    }, every);
    return () => clearInterval(timer);
  }, [playing, speed, run, services, setPlaying]);
  return {
    playing,
    speed,
    setSpeed,
    stop: () => setPlaying(false),
    toggle: () => {
      if (playing) setPlaying(false);
      else playEvents(run, services.runner);
    },
  };
}
