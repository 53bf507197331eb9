import { AppError } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { EngineDeps } from '../deps';
import { createOtherPlanError, type HistoryOptions, RunHistoryFold } from './history-fold';
import { countRoundsInPrompt } from './planned-tasks';

/** Most events that are read at once. */
const page = 1000;

/** The history from which a run continues. */
export interface OpenedHistory {
  readonly fold: RunHistoryFold;
  /**
   * Number of the last event in the snapshot that was used; the rest of the log was read after it. 0: there was no
   * snapshot.
   */
  readonly savedSeq: number;
  /** What was damaged and what was done about it, in words for a person. */
  readonly warnings: readonly string[];
}

/**
 * Reads what an evaluator needs from the log of a run: the newest intact snapshot, then only the later events, page by
 * page. If a later event is damaged, the log is cut after the last good event. Errors: `VALIDATION_ERROR` if the run
 * belongs to another plan.
 */
export async function openHistory(executionId: string, plan: Plan, deps: OpenDeps): Promise<OpenedHistory> {
  const { hash, keepsHistory } = plan;
  let rounds: number | undefined;
  const options: HistoryOptions = {
    planHash: hash,
    keepsHistory,
    // Computed at the first read: most runs have no loop, and plans may be large.
    get roundsInPrompt() {
      rounds ??= countRoundsInPrompt(plan);
      return rounds;
    },
  };
  return new Opening(executionId, options, deps).open();
}

type OpenDeps = Pick<EngineDeps, 'events' | 'checkpoints'>;

class Opening {
  readonly #executionId: string;
  readonly #options: HistoryOptions;
  readonly #deps: OpenDeps;
  readonly #damaged = new Set<number>();
  readonly #cuts: string[] = [];

  constructor(executionId: string, options: HistoryOptions, deps: OpenDeps) {
    this.#executionId = executionId;
    this.#options = options;
    this.#deps = deps;
  }

  async open(): Promise<OpenedHistory> {
    let upTo = Number.POSITIVE_INFINITY;
    for (;;) {
      const fold = await this.#newest(upTo);
      const savedSeq = fold.lastSeq;
      const soundTo = await this.#readOn(fold);
      if (soundTo >= fold.lastSeq) return { fold, savedSeq, warnings: this.#warnings() };
      upTo = soundTo;
    }
  }

  /** The newest intact snapshot at or before an event; without one, that of an empty log. */
  async #newest(upTo: number): Promise<RunHistoryFold> {
    for (let most = upTo; ; ) {
      const { found, damaged } = await this.#deps.checkpoints.load(this.#executionId, 'history', most);
      for (const seq of damaged) this.#damaged.add(seq);
      if (found === undefined) return new RunHistoryFold(this.#options);
      if (found.planHash !== this.#options.planHash) throw createOtherPlanError();
      const fold = RunHistoryFold.fromJson(found.json, this.#options);
      if (fold?.lastSeq === found.seq) return fold;
      this.#damaged.add(found.seq);
      most = found.seq - 1;
    }
  }

  /**
   * Folds the events that follow. Resolves to the number of the last event up to which the log is intact. If that
   * number is less than the last folded event, an earlier snapshot has to be used. This happens when the log ends
   * before the snapshot, or when one damaged record holds events from before and after it.
   */
  async #readOn(fold: RunHistoryFold): Promise<number> {
    const { events } = this.#deps;
    const savedSeq = fold.lastSeq;
    let cuts = 0;
    for (;;) {
      try {
        const batch = await events.read(this.#executionId, fold.lastSeq + 1, page);
        for (const event of batch) fold.apply(event);
        if (batch.length === page) continue;
        return batch.length > 0 || savedSeq === 0 || fold.lastSeq > savedSeq || (await this.#has(savedSeq))
          ? fold.lastSeq
          : savedSeq - 1;
      } catch (error) {
        const seq = findDamagedSeq(error);
        if (seq === undefined || ++cuts > mostCuts) throw error;
        await this.#cut(seq - 1);
        if (seq <= fold.lastSeq) return seq - 1;
      }
    }
  }

  /** Whether the log contains an event, even a damaged one. */
  async #has(seq: number): Promise<boolean> {
    try {
      return (await this.#deps.events.read(this.#executionId, seq, 1)).length > 0;
    } catch (error) {
      if (findDamagedSeq(error) === undefined) throw error;
      return true;
    }
  }

  async #cut(lastSeq: number): Promise<void> {
    const count = await this.#deps.events.cut(this.#executionId, lastSeq);
    this.#cuts.push(
      `The log of the run was damaged after event ${lastSeq}. ${count} events were set aside, and the run resumes from there: what they recorded is done again.`,
    );
  }

  #warnings(): readonly string[] {
    const passed = [...this.#damaged].map(
      (seq) =>
        `The snapshot of the run after event ${seq} was damaged. What it held was read from an earlier one and the log.`,
    );
    return [...passed, ...this.#cuts];
  }
}

/** Each cut makes the log shorter. A storage that fails at another event each time needs a person. */
const mostCuts = 3;

/** Number of the event that cannot be read, if that caused the error. */
function findDamagedSeq(error: unknown): number | undefined {
  if (!(error instanceof AppError) || error.code !== 'DAMAGED_RECORD') return undefined;
  const seq = error.details?.['seq'];
  return typeof seq === 'number' && seq >= 1 ? seq : undefined;
}
