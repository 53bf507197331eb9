import { formatCostAfter, formatCount } from '@/base/figures';
import type { ForecastReason, RunForecast } from '@/plan/forecast/forecast';
import { formatForecastReason } from '@/plan/forecast/forecast-words';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment } from '@/workflow/task-path';

/** The tasks of the workflow itself that a new run would ask, or perhaps, and the first change that is the cause. */
export interface StaleTasks {
  readonly asked: readonly string[];
  readonly maybe: readonly string[];
  readonly cause: { readonly task: string; readonly why: ForecastReason };
}

/** Kinds of reasons that mean that the workflow has changed; others mean that the run did not end well, or never. */
const changes: ReadonlySet<ForecastReason['kind']> = new Set(['changed', 'new', 'written', 'lost']);

const found = new WeakMap<RunForecast, StaleTasks | undefined>();

/** What is out of date in a run that is done; undefined: nothing is, or it is not known. */
export function findStaleTasks(forecast: RunForecast | undefined): StaleTasks | undefined {
  if (forecast === undefined) return undefined;
  if (!found.has(forecast)) found.set(forecast, collectStaleTasks(forecast));
  return found.get(forecast);
}

function collectStaleTasks({ tasks }: RunForecast): StaleTasks | undefined {
  const asked: string[] = [];
  const maybe: string[] = [];
  let cause: StaleTasks['cause'] | undefined;
  for (const [path, { forecast, why }] of tasks) {
    if (why !== undefined && changes.has(why.kind)) cause ??= { task: path, why };
    if (path.includes('/') || forecast === 'kept') continue;
    (forecast === 'asked' ? asked : maybe).push(path);
  }
  return cause === undefined || asked.length === 0 ? undefined : { asked, maybe, cause };
}

interface StaleFacts {
  readonly taskCount: number;
  /** Of the run. */
  readonly name: string;
  /** The server where the next run goes; undefined: it runs in this browser. */
  readonly nextServer: string | undefined;
}

/** The sentence of it: `2 of 9 tasks are out of date.`, why, what running them may cost, and what may follow. */
export function describeStale(
  { asked, maybe, cause }: StaleTasks,
  { costs, before = 0 }: RunForecast,
  { taskCount, name, nextServer }: StaleFacts,
): { readonly lead: string; readonly text: string; readonly count: number } {
  const count = asked.length;
  const known = asked.map((path) => costs.get(path) ?? null);
  const usd = known.some((cost) => cost === null)
    ? undefined
    : known.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  const about = usd === undefined ? 'the cost is not known' : formatCostAfter('about', usd);
  // A server takes answers from the run that is continued only.
  const isAnswered = before > 0 && nextServer === undefined;
  const most = usd === undefined ? '; ' : ' or less: ';
  const bound = isAnswered ? `${most}older runs may answer ${before}` : '';
  return {
    lead: `${count} of ${formatCount(taskCount, 'task')} ${count === 1 ? 'is' : 'are'} out of date.`,
    text: `${formatCause(cause, name)} ${about.charAt(0).toUpperCase()}${about.slice(1)}${bound}${maybe.length > 0 ? `; ${maybe.length} more may follow` : ''}.`,
    count,
  };
}

function formatCause({ task, why }: StaleTasks['cause'], name: string): string {
  const label = formatSegment(getLastSegment(task));
  const since = name.toLowerCase();
  if (why.kind === 'new') return `${label} is new since ${since}.`;
  if (why.kind === 'written') return `You wrote a part of ${label}.`;
  if (why.kind !== 'changed') return `${label}: ${formatForecastReason(why).toLowerCase()}.`;
  const fields = formatForecastReason(why).replace(/^Changed: /, '');
  const isOne = why.fields.length === 1;
  return `${isOne ? 'The' : ''} ${fields} of ${label} ${isOne ? 'was' : 'were'} changed since ${since}.`.trim();
}
