import { defined, omitEmpty } from '@/base/defined';
import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import type { PlannedTask } from '@/plan/plan';
import { eventTextLimits, type IterationPart, type Payload, type Usage } from '@/run/event-data';
import type { EventDraft, EventOf } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import { buildResultFields } from '@/run/result-payload';
import { runsOtherTasks } from '@/workflow/tasks/traits';
import type { RunContext } from '../attempt';
import type { EvaluatorVerdict } from '../director/evaluation';
import { computeElapsedMs } from '../effects/elapsed';
import { wasEmitted } from '../log/tell';
import type { Outcome } from '../outcome';
import { findDecidingPart, findFailedPart, readVerdictAtEnd } from './deciding-part';
import { computeIterationExitCode, notRunCode } from './iteration-exit-code';
import { computeSpentMs, type IterationNote } from './iteration-note';

/** An iteration that has ended. */
interface EndedIteration {
  readonly of: EventOf<'iteration.logged'>['data']['of'];
  /** Path of the round or of the attempt. */
  readonly path: JournalPath;
  /** Number from 1 within its loop, or among the attempts. */
  readonly n: number;
  /** The task that it is an iteration of. */
  readonly task: PlannedTask;
  /** Its output, and why it failed, if it did. */
  readonly outcome: Outcome;
  /** The path of its last attempt, or of the round itself. */
  readonly within: JournalPath;
  /** The verdict that it ended with. */
  readonly verdict?: EvaluatorVerdict | undefined;
  readonly usage: Usage | null;
  /** What its loop hands on to the next round. */
  readonly state?: JsonObject | undefined;
  /** Further notes about it; small. */
  readonly notes?: JsonObject;
  readonly timer: IterationTimer;
}

/** Returns how long an iteration has taken so far, in ms. */
export type IterationTimer = () => number;

/** Starts to time an iteration. Time in earlier processes is added, as far as the log shows it. */
export function startIterationTimer({ iterations, deps }: RunContext, path: JournalPath): IterationTimer {
  const before = computeSpentMs(iterations.noteOf(path));
  const startedAt = deps.clock.now();
  return () => before + computeElapsedMs(deps.clock, startedAt);
}

/** Logs an iteration with its note, unless an earlier process of the run did. */
export async function logIteration(run: RunContext, iteration: EndedIteration): Promise<void> {
  const log = await prepareIterationLog(run, iteration);
  log();
}

/**
 * Logs in two steps. The slow work is done before it resolves; the returned function writes to the log. So the next
 * event can be appended with nothing in between.
 */
export async function prepareIterationLog(run: RunContext, iteration: EndedIteration): Promise<() => void> {
  const { of, path, n, outcome, usage, notes, timer } = iteration;
  const { journal, iterations } = run;
  const durationMs = timer();
  const note = iterations.noteOf(path);
  const { parts } = note;
  const decision = findDecision(iteration, note);
  const { exitCode, work = {}, decidedBy } = decision;
  const result = await journal.payload(outcome.content);
  const stderr = await readDecidingStderr(decision, outcome, run);
  const state = iteration.state && (await journal.payload(encodeJson(iteration.state)));
  const { capture, failure } = outcome;
  const allNotes = { ...notes, ...buildLeftOut(note) };
  const draft: IterationDraft = {
    kind: 'iteration.logged',
    path,
    ...buildResultFields(result),
    ...defined({ error: failure }),
    data: {
      n,
      of,
      exitCode,
      ...buildCommandFields(work.command),
      ...stderr,
      ...defined({
        capture,
        parts: omitEmpty(parts),
        decidedBy,
        filesChanged: omitEmpty(note.files),
        toolCalls: omitEmpty(note.toolCalls),
        prompt: note.prompt,
        state,
        notes: Object.keys(allNotes).length === 0 ? undefined : allNotes,
      }),
      usage,
      durationMs,
    },
  };
  return () => appendIteration(run, draft);
}

type IterationDraft = Extract<EventDraft, { kind: 'iteration.logged' }>;
type IterationData = IterationDraft['data'];

/**
 * Appends the event of an iteration, unless an earlier process of the run did. It is numbered only now, because
 * iterations logged meanwhile take numbers too.
 */
export function appendIteration(run: RunContext, draft: IterationDraft): void {
  if (wasEmitted(run, draft)) return;
  const { n, ...data } = draft.data;
  run.log.append({ ...draft, data: { n, ordinal: run.iterations.count + 1, ...data } });
}

/** What decided how an iteration ended: a part of it, or what the task ran itself. */
interface Decision {
  readonly exitCode: number;
  readonly work?: Pick<IterationPart, 'command' | 'stderr' | 'stderrCapture'> | undefined;
  readonly decidedBy?: JournalPath;
}

function findDecision({ task, outcome, within, verdict }: EndedIteration, { parts, work }: IterationNote): Decision {
  const { failure, content } = outcome;
  const isContainer = runsOtherTasks(task);
  const own = parts.filter(({ path }) => path === within || path.startsWith(`${within}/`));
  if (failure !== undefined) {
    const part = findFailedPart(own, failure);
    const exitCode = computeIterationExitCode(outcome);
    if (part === undefined) return isContainer ? { exitCode } : { exitCode, work };
    return { exitCode, work: part, decidedBy: part.path };
  }
  const judged = verdict ?? readVerdictAtEnd(task, outcome);
  const part = isContainer ? findDecidingPart({ within, parts: own, content, verdict: judged }) : undefined;
  if (part === undefined) return { exitCode: computeIterationExitCode(outcome), ...(isContainer ? {} : { work }) };
  const isJudge = judged !== undefined && part.type !== 'script';
  const exitCode = isJudge ? Number(!judged.success) : part.exitCode;
  return { exitCode, work: part, decidedBy: part.path };
}

function buildCommandFields(command: Payload | undefined): Pick<IterationData, 'command' | 'wholeCommand'> {
  if (command === undefined || command.length === 0) return {};
  const start = cutToStart(command.text, eventTextLimits.task);
  return { command: start, ...(command.length > start.length ? { wholeCommand: command } : {}) };
}

/**
 * The standard error of the script that decided. If the iteration failed without running and no script explains it, the
 * failure's message instead.
 */
async function readDecidingStderr(
  { exitCode, work = {} }: Decision,
  { failure }: Outcome,
  { journal }: RunContext,
): Promise<Pick<IterationData, 'stderr' | 'stderrCapture'>> {
  const { stderr, stderrCapture } = work;
  const isExplained = failure?.details?.['reason'] === 'script' && stderr !== undefined && stderr.length > 0;
  if (exitCode === notRunCode && failure !== undefined && !isExplained) {
    return { stderr: await journal.payload(failure.message) };
  }
  return stderr === undefined ? {} : { stderr, ...defined({ stderrCapture }) };
}

/** What could not be listed in full. */
function buildLeftOut({ leftOut: { toolCalls, files, parts }, filesUnknown }: IterationNote): JsonObject {
  return {
    ...(toolCalls === 0 ? {} : { tool_calls_left_out: toolCalls }),
    ...(files === 0 ? {} : { files_left_out: files }),
    ...(parts === 0 ? {} : { parts_left_out: parts }),
    ...(filesUnknown
      ? {
          files_unknown:
            'It is not known which files were changed: there are too many, or another script ran in the folder too.',
        }
      : {}),
  };
}
