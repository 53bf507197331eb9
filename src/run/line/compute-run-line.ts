import { formatClock, formatCost, formatCostAfter, formatCount } from '@/base/figures';
import { cleanShownText } from '@/base/shown-text';
import type { TaskPath } from '@/workflow/task-path';
import { isUnfinished } from '../is-unfinished';
import { getNearestTaskPath } from '../journal-path';
import { formatTakenOver } from '../projections/taken-over-words';
import type { RunState } from '../run-state';
import { formatWaiting } from '../waiting-text';
import { describeBefore } from './before-run-words';
import { describeDryRun } from './dry-run-words';
import type { LabelledAction, RunLine, RunLineFacts, RunSentence } from './run-line';
import { findMarkOfListed, findRunMark, type RunMark } from './run-mark';
import { describeStale, findStaleTasks } from './stale-tasks';
import { computeTaskSums, formatNames, formatRanTask, type TaskSums } from './task-sums';
import { describeWait } from './wait-words';

/** The facts of a run that is shown, with what is counted of it. */
interface ShownFacts extends RunLineFacts {
  readonly run: RunState;
  readonly sums: TaskSums;
}

/** Says how the run is, in the one form that the whole page uses. */
export function computeRunLine(facts: RunLineFacts): RunLine {
  const { run } = facts;
  if (run === undefined) {
    const before = facts.isReading ? ({ state: 'reading', lead: '', text: '' } as const) : describeBefore(facts);
    const next = facts.nextServer === undefined ? [] : [`Runs on ${facts.nextServer}`];
    return { ...before, mark: 'none', isDry: false, figures: facts.isReading ? [facts.name] : next };
  }
  const shown: ShownFacts = { ...facts, run, sums: computeTaskSums(run) };
  return {
    ...describeShown(shown),
    mark: findMark(shown),
    isDry: facts.isDry,
    figures: listFigures(shown),
  };
}

function findMark({ run, past, forecast, sums, owner, isOutOfRoom }: ShownFacts): RunMark {
  const unfinished = isUnfinished(run.status);
  if (past !== undefined && !unfinished) return findMarkOfListed(past.newest);
  return findRunMark({
    status: unfinished && owner === 'nobody' ? 'interrupted' : run.status,
    asks: run.questions.size > 0 || (unfinished && isOutOfRoom),
    hasFailed: sums.failed.length > 0 && run.status === 'running',
    isStale: run.status === 'completed' && findStaleTasks(forecast) !== undefined,
  });
}

function describeShown(facts: ShownFacts): RunSentence {
  const { run, past, isDry, forecast } = facts;
  if (isUnfinished(run.status)) return describeUnfinished(facts);
  if (past !== undefined) {
    const sent = isDry ? ' Nothing was sent.' : '';
    return {
      state: 'past',
      lead: `${facts.name}, of ${past.when}.`,
      text: `${describeEnd(facts).lead}${sent} You look at its outputs.`,
      main: { kind: 'back-to-now', label: 'Back to now' },
    };
  }
  if (facts.problems.length > 0) return describeBefore(facts);
  if (isDry) return describeDry(facts);
  const stale = run.status === 'completed' ? findStaleTasks(forecast) : undefined;
  if (stale === undefined || forecast === undefined) return describeEnd(facts);
  const before = describeBefore(facts);
  if (before.state !== 'never') return before;
  const { lead, text, count } = describeStale(stale, forecast, facts);
  return {
    state: 'stale',
    lead,
    text,
    main: { kind: 'run', label: count === 1 ? 'Run 1 task' : `Run ${count} tasks` },
  };
}

function describeUnfinished(facts: ShownFacts): RunSentence {
  const { run, owner, isDry, sums } = facts;
  const kept = `${formatCount(sums.done, 'task')} done and kept.`;
  if (owner === 'nobody' && run.waits.at(-1)?.reason !== 'person') {
    return {
      state: 'paused',
      lead: 'Interrupted.',
      text: `Nobody runs ${facts.name.toLowerCase()} at the moment. ${kept}`,
      main: { kind: 'resume', label: facts.place === undefined ? 'Resume here' : 'Resume there' },
    };
  }
  const wait = describeWait(facts, kept);
  if (wait !== undefined) return wait;
  const text = describeWork(facts);
  const elsewhere = owner === 'elsewhere' && facts.place === undefined;
  const pause: LabelledAction = { kind: 'pause', label: 'Pause' };
  const [failed] = sums.failed;
  if (failed !== undefined) {
    const names = formatNames(sums.failed.map((path) => formatRanTask(run, path)));
    return {
      state: 'running',
      lead: `Running, ${sums.failed.length} failed: ${names}.`,
      text: text === '' ? '' : `The other branch continues. ${text}`,
      quiet: pause,
      main: { kind: 'show-task', task: failed, label: `Show ${formatRanTask(run, failed)}` },
    };
  }
  return {
    state: isDry ? 'dry' : 'running',
    lead: isDry ? 'Dry run.' : elsewhere ? describeTaker(facts) : 'Running.',
    text: isDry ? `Nothing is sent. ${text}`.trim() : text,
    main: elsewhere ? { kind: 'take-here', label: 'Run it here' } : pause,
  };
}

function describeTaker({ isTakenAway, name }: ShownFacts): string {
  return isTakenAway ? `Another tab has taken ${name.toLowerCase()} over.` : 'Runs in another tab.';
}

/** Who is at work, and who comes after. */
function describeWork({ run, sums, waits, now, dependents, isDry }: ShownFacts): string {
  const { working } = sums;
  const limited = waits.map((wait) => `${formatWaiting(wait, now)}.`);
  if (working.length === 0) return limited.join(' ');
  const isModel = working.every((path) => run.named.get(path)?.type === 'atomic');
  const word = isDry ? 'simulated' : isModel ? 'writing' : 'running';
  const who = `${formatNames(working.map((path) => formatRanTask(run, path)))} ${working.length === 1 ? 'is' : 'are'} ${word}.`;
  const next = listNext(run, working, dependents);
  return [who, ...limited, ...(next.length === 0 || limited.length > 0 ? [] : [`Then ${formatNames(next)}.`])].join(
    ' ',
  );
}

function listNext(run: RunState, working: readonly TaskPath[], dependents: RunLineFacts['dependents']): string[] {
  const ids = new Set(working.flatMap((path) => dependents.get(path.split('/')[0] ?? path) ?? []));
  return [...ids].filter((id) => !run.tasks.has(id)).map((id) => formatRanTask(run, id));
}

/** How a run ended, whatever came after. */
function describeEnd(facts: ShownFacts): RunSentence {
  const { run, sums } = facts;
  const clock = formatClock(facts.clockMs ?? 0);
  const ended = [`${formatCount(sums.done, 'task')} done`, sums.skipped > 0 && `${sums.skipped} skipped`];
  const counts = `${ended.filter(Boolean).join(', ')}.`;
  if (run.status === 'cancelled') {
    return {
      state: 'cancelled',
      lead: `Cancelled after ${clock}.`,
      text: `${formatCount(sums.done, 'task')} done and kept.`,
      main: { kind: 'go-on', label: 'Continue' },
    };
  }
  if (run.status === 'failed') {
    const [task] = sums.failed;
    if (task === undefined) {
      return {
        state: 'failed',
        lead: `Failed in ${clock}.`,
        text: counts,
        main: { kind: 'go-on', label: 'Run again' },
      };
    }
    const name = formatRanTask(run, task);
    return {
      state: 'failed',
      lead: `Failed in ${clock}: ${name}.`,
      text: `${describeFailure(run, task)} ${counts}`,
      quiet: { kind: 'show-task', task, label: `Show ${name}` },
      main: { kind: 'run-from', task, label: `Run from ${name}` },
    };
  }
  return { state: 'done', lead: `Done in ${clock}.`, ...describeResult(facts) };
}

/** Why a task failed, as one sentence or more in one line. */
export function describeFailure({ tasks }: Pick<RunState, 'tasks'>, task: TaskPath): string {
  const found = tasks.get(task);
  const said = found !== undefined && 'error' in found ? found.error?.message : undefined;
  const line = cleanShownText(said ?? 'It failed.')
    .replace(/\s+/g, ' ')
    .trim();
  return /[.!?…”]$/.test(line) ? line : `${line}.`;
}

function describeResult({ run, sums }: ShownFacts): Pick<RunSentence, 'text' | 'strong' | 'quiet' | 'main'> {
  const skipped = sums.skipped > 0 ? ` (${sums.skipped} skipped)` : '';
  const counts = `${formatCount(sums.ended, 'task')}${skipped}, ${listCalls(run).join(', ')}.`;
  const files = [...sums.files].toReversed();
  const [[path, task] = []] = files;
  const name = path?.split('/').at(-1);
  const of = task ?? sums.lastEnded;
  if (of === undefined) return { text: counts };
  const open = { task: of, file: name };
  const result =
    name === undefined ? '' : ` Result: ${name}${files.length > 1 ? ` and ${files.length - 1} more` : ''}.`;
  return {
    text: `${counts}${result}`,
    ...(name === undefined ? {} : { strong: name, quiet: { kind: 'save-result', label: 'Save', ...open } }),
    main: { kind: 'open-result', label: 'Open', ...open },
  };
}

function describeDry(facts: ShownFacts): RunSentence {
  const { run, outlook, sums } = facts;
  const end = describeEnd(facts);
  const cost = outlook?.costUsd;
  const [failed] = sums.failed;
  return {
    state: 'dry',
    lead:
      run.status === 'completed'
        ? 'Dry run, done.'
        : `Dry run, ${end.lead.slice(0, 1).toLowerCase()}${end.lead.slice(1)}`,
    text: [
      'Nothing was sent.',
      run.status === 'failed' && failed !== undefined ? describeFailure(run, failed) : describeDryRun(run, sums),
      cost !== undefined && cost.high > 0 && `A real run: ${formatCost(cost.low)} to ${formatCost(cost.high)}.`,
    ]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' '),
    quiet: { kind: 'close-dry', label: 'Close it' },
    main: { kind: 'run', label: cost === undefined ? 'Run' : `Run for ${formatCostAfter('at most', cost.high)}` },
  };
}

/** Calls and cost; the cost is left out where no call has a price. */
function listCalls({ totals: { calls, costUsd, unpricedCalls } }: RunState): string[] {
  const cost =
    calls > 0 && unpricedCalls === calls ? [] : [`${formatCost(costUsd)}${unpricedCalls > 0 ? ' or more' : ''}`];
  return [formatCount(calls, 'call'), ...cost];
}

function listFigures(facts: ShownFacts): string[] {
  const { run, name, place, clockMs, isDry, past, taskCount, sums } = facts;
  const named = place === undefined ? name : `${name} ${place}`;
  const taken = run.takenOver.calls > 0 ? [formatTakenOver(run.takenOver)] : [];
  if (isUnfinished(run.status)) {
    const all = run.taskCount === 0 ? taskCount : run.taskCount;
    const tasks = `${sums.ended.toLocaleString('en')} of ${formatCount(all, 'task')}`;
    return [
      named,
      ...(clockMs === undefined ? [] : [formatClock(clockMs)]),
      tasks,
      ...(isDry ? [] : listCalls(run)),
      ...taken,
    ];
  }
  const next = past === undefined ? listNextPlace(facts) : [];
  if (isDry) return [named, ...next];
  const calls = run.status === 'completed' && past === undefined ? [] : listCalls(run);
  return [named, ...calls, ...taken, ...next];
}

/** Where the next run goes, if that is another place than that of the shown one. */
function listNextPlace({ place, nextServer }: ShownFacts): string[] {
  if (nextServer === undefined) return place === undefined ? [] : ['next here'];
  return place === `at ${nextServer}` ? [] : [`next on ${nextServer}`];
}

/** What is asked, for an alert: `release asks you: Send it? Press Q to answer.`; undefined: nothing is. */
export function describeQuestion(run: Pick<RunState, 'questions' | 'named'>): string | undefined {
  const [first] = run.questions.values();
  if (first === undefined) return undefined;
  const said = cleanShownText(first.text.text).replace(/\s+/g, ' ').trim();
  const asked = said === '' ? 'asks you' : `asks you: ${said}`;
  const sentence = `${formatRanTask(run, getNearestTaskPath(first.path))} ${asked}`;
  return `${sentence}${/[.!?…]$/.test(sentence) ? '' : '.'} Press Q to answer.`;
}
