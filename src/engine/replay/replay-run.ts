import { fromFailure } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { EventPage } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import { isInsideAny, type JournalPath } from '@/run/journal-path';
import { openRecording, type Recording } from '../log/recording';
import type { EventStore } from '../ports/event-store';
import { runPlan } from '../run-plan';
import { type LogFacts, readLogFacts } from './log-facts';
import { LogMatcher, type ReplayDifference } from './log-matcher';
import { ReplayTurns } from './replay-turns';
import { type ReplaySource, replayWorld } from './replay-world';

/** A run to evaluate again. */
export interface ReplayOptions extends ReplaySource {
  readonly executionId: string;
  readonly plan: Plan;
  /** The log of the run. It is only read. */
  readonly events: Pick<EventStore, 'read' | 'find'>;
  /** Number of the last event that is used. Default: the last. */
  readonly to?: number;
  /** Resolves after all ready work is done, as with `setImmediate`. */
  readonly settle: () => Promise<void>;
}

/** The result of a replay. */
export interface ReplayReport {
  /** Number of the last event that was used. */
  readonly upTo: number;
  /** Number of events that were compared and are equal. */
  readonly same: number;
  /** The first difference from the log; undefined: there is none. */
  readonly difference: ReplayDifference | undefined;
  /** Whether the log contains the end of the run. If not, a replay ends where effects were in flight. */
  readonly ended: boolean;
  /** Number of the person's event before which the replay ends. */
  readonly changedAt: number | undefined;
}

/** Most events that are read at once. */
const page = 1000;

/**
 * Evaluates a run again from its log. It performs no effects: only recorded ones are available. Compares the new events
 * with the log. Errors: those of a log or payloads that cannot be read.
 */
export async function replayRun(options: ReplayOptions): Promise<ReplayReport> {
  const { executionId, plan, events, blobs, to = Number.MAX_SAFE_INTEGER } = options;
  const facts = await readLogFacts(readReplayPages(events, executionId, to));
  const { upTo, ended, changedAt } = facts;
  const matcher = new LogMatcher(readReplayPages(events, executionId, upTo));
  const turns = new ReplayTurns(options.settle, facts.startedAt);
  const effects = new ReplayedEffects(facts, turns);
  const stop = new AbortController();
  let difference: ReplayDifference | undefined;

  const append = async (batch: readonly RunEvent[]) => {
    for (const event of batch) {
      if (difference !== undefined) return;
      effects.written(event.path);
      const found = await matcher.take(event);
      // What comes after the end of an unfinished log is unknown.
      if (found === undefined) continue;
      if (found.what === 'more' && (!ended || facts.isCutShort(event.path))) continue;
      difference = effects.otherwise() ?? found;
      stop.abort();
    }
  };
  const findInTurn: EventStore['find'] = (id, query): Promise<EventPage> => turns.during(() => events.find(id, query));
  const recording = await openRecording(
    { find: (query) => findInTurn(executionId, query), blob: (ref) => blobs.get(executionId, ref) },
    upTo,
  );
  const evaluated = runPlan({
    executionId,
    workflowId: '',
    plan: buildReplayPlan(plan, ended),
    deps: replayWorld({ ...options, turns, ended, append }),
    signal: new AbortController().signal,
    pause: stop.signal,
    recording: effects.over(recording),
    onEvents: () => {},
    onDelta: () => {},
  });
  if ((await turns.run(evaluated)) === 'stuck') {
    difference ??= effects.otherwise() ?? (ended ? effects.asked() : undefined);
    stop.abort();
    await turns.run(evaluated);
  } else {
    difference ??= effects.otherwise();
  }
  await evaluated;
  difference ??= await matcher.left((path) => effects.holds(path));
  return { upTo, same: matcher.same, difference, ended, changedAt };
}

/**
 * The plan that a replay follows. Where the log ends before its run, calls that were in flight are never answered, and
 * would keep their slots from what went on beside them. The order is that of the log, so it needs no slots there.
 */
function buildReplayPlan(plan: Plan, ended: boolean): Plan {
  const still = { ...plan, checkpoint: { enabled: false, every: null } };
  return ended ? still : { ...still, maxConcurrency: Number.MAX_SAFE_INTEGER };
}

async function* readReplayPages(
  { read }: Pick<EventStore, 'read'>,
  executionId: string,
  upTo: number,
): AsyncGenerator<readonly RunEvent[]> {
  for (let from = 1; from <= upTo; ) {
    const events = await read(executionId, from, Math.min(page, upTo - from + 1));
    if (events.length === 0) return;
    yield events;
    from += events.length;
  }
}

/** Answers the effects that a replay requests. */
class ReplayedEffects {
  readonly #facts: LogFacts;
  readonly #turns: ReplayTurns;
  /** Effects that were handed out and not written again yet, by path. */
  readonly #given = new Map<JournalPath, Pick<RunEvent, 'seq' | 'kind'>>();
  /** Requested effects that are not in the log. */
  readonly #unrecorded = new Set<JournalPath>();
  /** Paths of tool calls. Whole tasks may lie inside them, which do not run again. */
  readonly #tools = new Set<JournalPath>();
  #missing: ReplayDifference | undefined;

  constructor(facts: LogFacts, turns: ReplayTurns) {
    this.#facts = facts;
    this.#turns = turns;
  }

  /** Makes a recording that hands out one effect after the other, and repeats recorded failures. */
  over(recording: Recording): Recording {
    return {
      ...recording,
      step: async (key) => {
        const event = await this.#turns.during(() => recording.step(key));
        if (event === undefined) {
          const failed = this.#facts.failureOf(key);
          if (failed !== undefined) {
            await this.#turns.park(failed.seq, failed.at);
            throw fromFailure(failed.failure);
          }
          this.#unrecorded.add(key);
          return undefined;
        }
        await this.#turns.park(event.seq, parseIsoTime(event.t));
        this.#given.set(key, { seq: event.seq, kind: event.kind });
        if (event.kind === 'tool.called') this.#tools.add(key);
        return event;
      },
      failedTries: async (attempt, i) => {
        const logged = this.#facts.triesOf(attempt, i);
        if (logged !== undefined) await this.#turns.park(logged.seq, logged.at);
        return logged?.tries;
      },
      isSameWorkflow: true,
      passedSteps: async (attempt) => {
        const passed = await this.#turns.during(async () => recording.passedSteps?.(attempt));
        if (passed !== undefined) await this.#turns.park(passed.record.seq, parseIsoTime(passed.record.t));
        return passed;
      },
      has: (key) => this.#turns.during(() => recording.has(key)),
      read: async (ref) => {
        const text = await this.#turns.during(() => recording.read(ref));
        if (text === undefined) this.#missing ??= { what: 'payload', seq: undefined, kind: undefined, path: '' };
        return text;
      },
    };
  }

  written(path: JournalPath): void {
    this.#given.delete(path);
  }

  /** The first effect that was handed out but not used: the replay requests something else there. */
  otherwise(): ReplayDifference | undefined {
    if (this.#missing !== undefined) return this.#missing;
    const [first] = [...this.#given].sort(([, a], [, b]) => a.seq - b.seq);
    return first && { what: 'asks', path: first[0], ...first[1] };
  }

  /** A requested effect that the log does not have. */
  asked(): ReplayDifference {
    const [path = ''] = this.#unrecorded;
    return { what: 'asks', seq: undefined, kind: undefined, path };
  }

  /** Whether a path lies inside an effect that is not performed again. */
  holds(path: JournalPath): boolean {
    return isInsideAny(path, this.#tools) || isInsideAny(path, this.#unrecorded);
  }
}
