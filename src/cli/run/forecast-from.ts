import { defined } from '@/base/defined';
import { ok, type Result } from '@/base/result';
import { createEarlierRuns, createRunsBefore } from '@/host/earlier-runs';
import type { PriceOf } from '@/plan/forecast/expected-costs';
import type { RunForecast } from '@/plan/forecast/forecast';
import { formatForecast } from '@/plan/forecast/forecast-figures';
import { countAnsweredBefore, forecastAfter, forecastRun } from '@/plan/forecast/forecast-run';
import { formatForecastReason } from '@/plan/forecast/forecast-words';
import type { Plan } from '@/plan/plan';
import { findPretence } from '@/plan/simulated-only';
import { readStateAt } from '@/storage/state-at';
import type { Io } from '../io';
import { formatTable } from '../table';
import { explainNothingTaken, findRun } from './find-run';
import { openJournal } from './open-journal';
import { takesAllAnswers } from './read-reuse';
import type { RunFlags } from './run-wishes';

/** What a run of a plan would take from an earlier run (`--from`), and what it would ask. */
interface ForecastFrom {
  /** Id of the earlier run. */
  readonly run: string;
  readonly forecast: RunForecast;
}

/**
 * Foresees a run that takes over results; undefined: that was not wished. Refused, with a message, if there is no such
 * run.
 */
export async function forecastFrom(
  io: Io,
  file: string,
  plan: Plan,
  flags: Pick<RunFlags, 'from' | 'journal' | 'store'>,
  priceOf: PriceOf,
): Promise<Result<ForecastFrom | undefined, string>> {
  if (flags.from === undefined) return ok(undefined);
  const open = await openJournal(io, file, flags);
  try {
    const found = await findRun(io, open, file, flags.from, false);
    if (!found.ok) return found;
    const { journal } = open;
    const states = { stateAt: (id: string, seq?: number) => readStateAt(journal, id, seq) };
    const { id } = found.value;
    const nothingTaken = explainNothingTaken(found.value, plan);
    if (nothingTaken !== undefined) io.err.write(`heddle: ${nothingTaken}\n`);
    const runs = await createEarlierRuns(journal, states, id, { pretence: findPretence(plan) });
    // Without a run to take from, everything is asked, as in a run after one in which no task was reached.
    const empty = { id, plan: { ...found.value.plan, tasks: [] }, tasks: new Map() };
    const forecast = forecastAfter(plan, runs, { priceOf }) ?? forecastRun(plan, empty, { priceOf });
    if (forecast.asked === 0 || !takesAllAnswers(plan)) return ok({ run: id, forecast });
    const older = await createRunsBefore(journal, states, id);
    return ok({ run: id, forecast: { ...forecast, before: countAnsweredBefore(plan, forecast, older) } });
  } finally {
    open.journal.close();
  }
}

/** For a person: how many tasks are kept and asked, and why each of the latter is. */
export function formatForecastFrom({ run, forecast }: ForecastFrom): string {
  const rows = [...forecast.tasks].flatMap(([path, { forecast: is, why }]) => {
    return is === 'kept' ? [] : [[is === 'asked' ? 'Asked' : 'Maybe', path, formatForecastReason(why)]];
  });
  return `\nFrom ${run}: ${formatForecast(forecast)}\n${rows.length === 0 ? '' : formatTable(rows)}`;
}

/**
 * For other programs. `costUsd`: what the asked tasks are expected to cost, null if nothing is known of it; `unpriced`:
 * of how many it is not known; `before`: how many an older run may answer, where all runs may.
 */
export function formatForecastJson({ run, forecast: { kept, asked, before, costUsd, unpriced, tasks } }: ForecastFrom) {
  return { from: run, kept, asked, ...defined({ before }), costUsd, unpriced, tasks: Object.fromEntries(tasks) };
}
