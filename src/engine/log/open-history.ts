import { AppError } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { EngineDeps } from '../deps';
import { type HistoryOptions, otherPlan, RunHistoryFold } from './history-fold';
import { roundsInPrompt } from './planned-tasks';

/** Events that are read at once. */
const page = 1000;

/** What there is to go on from. */
export interface OpenedHistory {
  readonly fold: RunHistoryFold;
  /**
   * Number of the event that the snapshot was made after from which the rest of the log was read; 0: there was none.
   */
  readonly savedSeq: number;
  /** What was damaged, and what was done about it, in words for a person. */
  readonly warnings: readonly string[];
}

/**
 * Reads what an evaluator needs of the log of a run: the newest sound snapshot of it, then only the events after that,
 * page by page. A log that is damaged in what comes after is cut after the last good event. Errors: `VALIDATION_ERROR`
 * if the run is one of another plan.
 */
export async function openHistory(executionId: string, plan: Plan, deps: OpenDeps): Promise<OpenedHistory> {
  const { hash, keepsHistory } = plan;
  let rounds: number | undefined;
  const options: HistoryOptions = {
    planHash: hash,
    keepsHistory,
    // Most runs have no loop, and plans may be large: found out by the first.
    get roundsInPrompt() {
      rounds ??= roundsInPrompt(plan);
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

  /** The newest sound snapshot of an event up to one; without one, that of an empty log. */
  async #newest(upTo: number): Promise<RunHistoryFold> {
    for (let most = upTo; ; ) {
      const { found, damaged } = await this.#deps.checkpoints.load(this.#executionId, 'history', most);
      for (const seq of damaged) this.#damaged.add(seq);
      if (found === undefined) return new RunHistoryFold(this.#options);
      if (found.planHash !== this.#options.planHash) throw otherPlan();
      const fold = RunHistoryFold.fromJson(found.json, this.#options);
      if (fold?.lastSeq === found.seq) return fold;
      this.#damaged.add(found.seq);
      most = found.seq - 1;
    }
  }

  /**
   * Folds what follows. Resolves to the number of the last event that the log is sound to: where that is one before the
   * last that was folded, as the log ends before the snapshot or one record holds events of before and after it, an
   * earlier snapshot has to serve.
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
        const seq = damagedAt(error);
        if (seq === undefined || ++cuts > mostCuts) throw error;
        await this.#cut(seq - 1);
        if (seq <= fold.lastSeq) return seq - 1;
      }
    }
  }

  /** Whether the log has an event, be it damaged. */
  async #has(seq: number): Promise<boolean> {
    try {
      return (await this.#deps.events.read(this.#executionId, seq, 1)).length > 0;
    } catch (error) {
      if (damagedAt(error) === undefined) throw error;
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

/** Each makes the log shorter; a storage that fails at another event each time is to be looked at by a person. */
const mostCuts = 3;

/** Number of the event that cannot be read, if that is what went wrong. */
function damagedAt(error: unknown): number | undefined {
  if (!(error instanceof AppError) || error.code !== 'DAMAGED_RECORD') return undefined;
  const seq = error.details?.['seq'];
  return typeof seq === 'number' && seq >= 1 ? seq : undefined;
}
