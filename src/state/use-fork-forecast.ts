import { useEffect, useState } from 'react';
import type { RunForecast } from '@/plan/forecast/forecast';
import { formatForecast } from '@/plan/forecast/forecast-figures';
import type { ForkOutline } from '@/run/runner';
import { useDocument, useStores } from './context';

/** ms that an outline has to rest before it is asked about: a person may be looking through the events of a run. */
const restMs = 150;

/**
 * What a fork would take and ask, as far as it is known. Pass the same outline while nothing changes; undefined: none
 * is wanted.
 */
export function useForkForecast(outline: ForkOutline | undefined): RunForecast | undefined {
  const { document, services } = useStores();
  const [found, setFound] = useState<{ readonly outline: ForkOutline; readonly forecast: RunForecast | undefined }>();
  const text = useDocument((state) => (outline?.plan === 'present' ? state.text : undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is foreseen anew.
  useEffect(() => {
    if (outline === undefined) return;
    let isWanted = true;
    const askForecast = async () => {
      await document.actions.settled();
      if (!isWanted) return;
      const forecast = await services.documents.forecastFork(outline);
      if (isWanted) setFound({ outline, forecast: forecast.ok ? forecast.value : undefined });
    };
    // Without figures the button says less, and the fork itself tells what is wrong.
    const timer = setTimeout(() => void askForecast().catch(() => undefined), restMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [outline, text, document, services]);
  return found?.outline === outline ? found?.forecast : undefined;
}

/** The same as figures: `3 of 9 changed, ≈ $0.13`. */
export function useForkFigures(outline: ForkOutline | undefined): string | undefined {
  const forecast = useForkForecast(outline);
  return forecast && formatForecast(forecast);
}
