import { computeRunLine } from '@/run/line/compute-run-line';
import type { RunLine, RunLineFacts } from '@/run/line/run-line';
import type { AppStores } from '@/state/context';
import type { DocumentState } from '@/state/document-state';
import type { ForecastState } from '@/state/forecast-store';
import type { OutlookState } from '@/state/outlook-store';
import type { RunViewState } from '@/state/run-store';
import { findRunName, type RunsState } from '@/state/runs-store';
import { type Diagnostic, findDiagnosticTask } from '@/workflow/diagnostic';
import { formatTaskLabel, listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { buildGraph } from '@/workflow/graph/graph';
import { locateTask } from '@/workflow/task-path';
import { formatWhen } from './format-when';
import { readShownClock } from './shown-clock';

/** The states of the stores from which the line of the run is made. */
export interface RunFactStates {
  readonly document: Pick<DocumentState, 'document' | 'diagnostics'>;
  readonly run: Pick<RunViewState, 'executionId' | 'name' | 'present' | 'owner' | 'takenAway' | 'failure' | 'waits'>;
  readonly runs: Pick<RunsState, 'entries' | 'status'>;
  readonly forecast: ForecastState;
  readonly outlook: OutlookState;
}

/**
 * What the stores do not know. `place`: where it runs, as `at Loom`. `nextServer`: where the next one does. `getLabel`:
 * the name of a provider.
 */
interface RunFactWords {
  readonly now: number;
  readonly place?: string | undefined;
  readonly nextServer?: string | undefined;
  readonly getLabel?: RunLineFacts['getLabel'];
}

/** Everything that the line of the run says, from the stores. */
export function gatherRunFacts(
  { document, run, runs, forecast, outlook }: RunFactStates,
  { now, place, nextServer, getLabel = (provider) => provider }: RunFactWords,
): RunLineFacts {
  const { executionId, present, owner, takenAway, failure, waits } = run;
  const { entries, status } = runs;
  const isShown = executionId !== undefined && present.seq > 0;
  const [newest] = entries;
  const shown = entries.find(({ id }) => id === executionId);
  const isPast = shown !== undefined && newest !== undefined && newest.id !== executionId;
  return {
    now,
    clockMs: isShown ? readShownClock(run, now) : undefined,
    run: isShown ? present : undefined,
    isReading: executionId !== undefined || status === 'loading' || entries.some(({ isDry }) => !isDry),
    isOutOfRoom: failure?.code === 'STORAGE_FULL',
    isTakenAway: takenAway,
    getLabel,
    isDry: present.isDry === true || shown?.isDry === true,
    name: run.name ?? findRunName(entries, executionId, present.isDry),
    place,
    nextServer,
    owner,
    waits,
    past: isPast ? { when: formatWhenWithin(shown.startedAt), newest: newest.status } : undefined,
    taskCount: listTaskIds(document.document).length,
    problems: document.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map((one) => formatProblem(document.document, one)),
    outlook: outlook.outlook,
    forecast: forecast.executionId === executionId ? forecast.forecast : undefined,
    dependents: buildGraph(document.document).dependents,
  };
}

/** The stores that the line of the run is made of. */
type LineStores = Pick<AppStores, 'document' | 'run' | 'runs' | 'forecast' | 'outlook'>;

/** The line of the run, as it is now. */
export function readRunLine({ document, run, runs, forecast, outlook }: LineStores): RunLine {
  const states = {
    ...{ document: document.getState(), run: run.getState(), runs: runs.getState() },
    ...{ forecast: forecast.getState(), outlook: outlook.getState() },
  };
  return computeRunLine(gatherRunFacts(states, { now: Date.now() }));
}

/** As it stands within a sentence: `today 14:02`. */
function formatWhenWithin(startedAt: string): string {
  const when = formatWhen(startedAt);
  return `${when.slice(0, 1).toLowerCase()}${when.slice(1)}`;
}

function formatProblem(document: WorkflowDocument, problem: Diagnostic): string {
  const { message } = problem;
  const said = message.slice(0, 1).toUpperCase() + message.slice(1);
  const id = findDiagnosticTask(problem);
  const task = id === undefined ? undefined : locateTask(document, id)?.task;
  const sentence = /[.!?…”]$/.test(said) ? said : `${said}.`;
  return id === undefined || task === undefined ? sentence : `${formatTaskLabel(id, task)}: ${sentence}`;
}
