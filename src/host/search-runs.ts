import { runAhead } from '@/base/ahead';
import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import type { Clock } from '@/engine/ports/machine';
import { computeListedStatus } from '@/run/listed-status';
import type { ExecutionHead, Runner } from '@/run/runner';
import {
  type FoundRun,
  type FoundText,
  type SearchNews,
  type SearchProgress,
  type SearchSummary,
  searchLimits,
} from '@/run/search/found-run';
import { isMatchingHead, isNotGiven, type RunQuery } from '@/run/search/run-query';
import { searchTerms } from '@/run/search/search-terms';
import { findTerms } from '@/run/search/term-finder';
import type { RunStores } from '@/storage/stores';
import { RunScan } from './scan-run';

/** Runs whose first events are read ahead. */
const runsAhead = 4;
/** How long found places are gathered before they are sent, in ms; the first is sent at once. */
const gatherMs = 100;
/** After this much work without a pause, other work gets a turn, in ms. */
const breathMs = 50;

interface SearchHost {
  readonly stores: Pick<RunStores, 'executions' | 'events' | 'blobs'>;
  readonly clock: Pick<Clock, 'sleep' | 'now'>;
  readonly owner: Runner['owner'];
}

/** Runs and dry runs, which are counted apart. */
interface RunCounts {
  runs: number;
  dryRuns: number;
}

function countRuns(heads: readonly Pick<ExecutionHead, 'isDry'>[]): RunCounts {
  const dryRuns = heads.filter(({ isDry }) => isDry).length;
  return { runs: heads.length - dryRuns, dryRuns };
}

/** A run whose head has been looked at. */
interface Candidate {
  /** Undefined: it does not match. */
  readonly run?: FoundRun;
  /** Undefined: its events are not asked. */
  readonly scan?: RunScan;
}

/**
 * Searches all runs, newest first, and each from its end. Heads answer what they can; then events are read, and
 * payloads page by page, in memory that does not grow with them. Runs may be added and removed meanwhile. Errors:
 * `CANCELLED`.
 */
export async function searchRuns(
  host: SearchHost,
  query: RunQuery,
  tell: (news: SearchNews) => void,
  signal: AbortSignal,
): Promise<SearchSummary> {
  return new RunSearch(host, query, tell, signal).perform();
}

class RunSearch {
  readonly #terms: readonly string[];
  #progress: SearchProgress = { runs: 0, goneTexts: 0, goneRuns: 0, damagedRuns: 0 };
  #found: SearchNews['found'][number][] = [];
  #places = 0;
  #runs = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  #breathedAt: number;

  constructor(
    readonly host: SearchHost,
    readonly query: RunQuery,
    readonly tell: (news: SearchNews) => void,
    readonly signal: AbortSignal,
  ) {
    this.#terms = searchTerms(query.text ?? '');
    this.#breathedAt = host.clock.now();
  }

  async perform(): Promise<SearchSummary> {
    let isWhole = true;
    const candidates = runAhead(this.#candidates(), runsAhead, async (one) => {
      await one.scan?.begun();
      return one;
    });
    for await (const { run, scan } of candidates) {
      isWhole = this.#places < searchLimits.places && this.#runs < searchLimits.runs;
      if (!isWhole) break;
      await this.#breathe();
      if (run !== undefined) await this.#take(run, scan);
      this.#progress = { ...this.#progress, runs: this.#progress.runs + 1 };
    }
    this.#send(Number.NEGATIVE_INFINITY);
    return { ...this.#progress, isWhole };
  }

  /** Every run, newest first; the events of those that may match are begun to be read. */
  async *#candidates(): AsyncGenerator<Candidate> {
    const { stores, owner } = this.host;
    /** How many runs of each workflow are left to come, and how many dry ones: the numbers of the next ones. */
    const numbers = new Map<string, RunCounts>();
    for await (const heads of stores.executions.heads()) {
      for (const head of heads) {
        const { workflowId, isDry } = head;
        const counts = numbers.get(workflowId) ?? countRuns(await stores.executions.list(workflowId));
        numbers.set(workflowId, counts);
        const number = isDry ? counts.dryRuns-- : counts.runs--;
        const isHeld = head.status !== 'running' || (await owner(head.id)) !== 'nobody';
        const status = computeListedStatus(head.status, isHeld ? 'somebody' : 'nobody');
        if (!isMatchingHead({ ...head, status }, this.query)) yield {};
        else yield this.#candidate(head, { status, number: Math.max(1, number) });
      }
    }
  }

  #candidate(head: ExecutionHead, more: Pick<FoundRun, 'status' | 'number'>): Candidate {
    const { id, workflowId, name, startedAt, lastSeq, totals, annotations, byModel, isDry } = head;
    const run = { id, workflowId, name, startedAt, lastSeq, totals, ...more, ...defined({ annotations, isDry }) };
    const { place, task, model } = this.query;
    const asksEvents = this.#terms.length > 0 || !isNotGiven(task) || (!isNotGiven(model) && byModel === undefined);
    if (!asksEvents || place === 'notes') return { run };
    const { stores } = this.host;
    const options = { stores, query: this.query, terms: this.#terms, breathe: () => this.#breathe() };
    return { run, scan: new RunScan(run, options) };
  }

  async #take(run: FoundRun, scan: RunScan | undefined): Promise<void> {
    const { place, task } = this.query;
    if (scan === undefined) {
      if (place !== 'notes' || this.#isInNote(run)) this.#add(run, []);
      return;
    }
    if (place === undefined && isNotGiven(task) && this.#terms.length > 0 && this.#isInNote(run)) this.#add(run, []);
    await this.#takePlaces(run, scan);
  }

  /** Whether the note of a run has the terms. */
  #isInNote({ annotations }: FoundRun): boolean {
    return annotations?.note !== undefined && findTerms(this.#terms, annotations.note) !== undefined;
  }

  async #takePlaces(run: FoundRun, scan: RunScan): Promise<void> {
    let count = 0;
    try {
      for await (const place of scan.places()) {
        count += 1;
        if (count > searchLimits.ofRun) {
          this.#add(run, [], true);
          break;
        }
        this.#add(run, [place]);
        if (this.#places >= searchLimits.places) break;
      }
    } catch (error) {
      if (this.signal.aborted) throw error;
      scan.isDamaged = true;
    }
    const { goneTexts, goneRuns, damagedRuns, runs } = this.#progress;
    this.#progress = {
      runs,
      goneTexts: goneTexts + scan.goneTexts,
      goneRuns: goneRuns + (scan.goneTexts > 0 ? 1 : 0),
      damagedRuns: damagedRuns + (scan.isDamaged ? 1 : 0),
    };
  }

  #add(run: FoundRun, texts: readonly FoundText[], hasMore = false): void {
    const last = this.#found.at(-1);
    const isSame = last?.run.id === run.id;
    const found = { run, texts: isSame ? [...last.texts, ...texts] : texts, hasMore };
    if (isSame) this.#found[this.#found.length - 1] = found;
    else this.#found.push(found);
    // Runs with places are bounded by the number of these.
    if (texts.length === 0 && !hasMore) this.#runs += 1;
    this.#places += texts.length;
    this.#send(gatherMs);
  }

  #send(every: number): void {
    const now = this.host.clock.now();
    if (now - this.#sentAt < every) return;
    this.tell({ found: this.#found, progress: this.#progress });
    this.#found = [];
    this.#sentAt = now;
  }

  /** Lets other work have a turn, and ends a search that was stopped. */
  async #breathe(): Promise<void> {
    if (this.host.clock.now() - this.#breathedAt >= breathMs) {
      await this.host.clock.sleep(0, this.signal);
      this.#breathedAt = this.host.clock.now();
    }
    if (this.signal.aborted) throw createCancelledError('The search');
    this.#send(gatherMs);
  }
}
