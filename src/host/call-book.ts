import { hashText } from '@/base/hash';
import { CallFold, callKinds, isAnswer } from '@/engine/answers/call-fold';
import { hashAskedCall, hashCall } from '@/engine/answers/call-hash';
import { LostCalls, losingKinds } from '@/engine/answers/lost-calls';
import { SampleCounts } from '@/engine/answers/sample-counts';
import { eventPageLimit, readEventPages } from '@/engine/log/recording-source';
import type { StepEvent } from '@/engine/log/run-history';
import type { CallAnswers } from '@/engine/ports/call-answers';
import type { CallIndex, IndexedCall } from '@/engine/ports/call-index';
import type { Clock } from '@/engine/ports/machine';
import type { RunEvent } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import type { Execution, ExecutionHead } from '@/run/runner';
import type { RunStores } from '@/storage/stores';
import type { Reuse } from '@/workflow/reuse';
import { isAskedAnew } from './asked-anew';
import { BatchedFinds, BatchedPuts } from './batched-calls';

interface CallBookOptions {
  readonly stores: Pick<RunStores, 'executions' | 'events' | 'blobs' | 'calls'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Which runs answer the calls of a run that does not say it itself. */
  readonly reuse: Reuse;
  /** The address of a provider, if a person set it; undefined: that of its maker. */
  readonly addressOf: (provider: string) => string | undefined;
}

/** What a run has to do with the calls of others: it is answered from them, and its own are added to them. */
export interface RunCalls {
  readonly answers: CallAnswers;
  /** Takes durable events of the run, in order. */
  follow(events: readonly RunEvent[]): void;
  /** Resolves once everything that was followed is in the index. */
  close(): Promise<void>;
}

/**
 * The calls of all runs of a store. The index only says where an answer may be: each is read from the log of its run
 * and checked there. Nothing that goes wrong here stops a run, because whatever is not found is asked.
 */
export class CallBook {
  readonly #options: CallBookOptions;
  readonly #index: CallIndex;
  readonly #finds: BatchedFinds;
  readonly #puts: BatchedPuts;
  readonly #pages = new Map<string, AnswerPages>();

  constructor(options: CallBookOptions) {
    this.#options = options;
    this.#index = options.stores.calls;
    this.#puts = new BatchedPuts(this.#index, options.clock);
    this.#finds = new BatchedFinds(this.#index);
  }

  /** Opens the calls for a run that is about to go on. */
  open({ id, plan, lastSeq, isDry, imported }: Execution): RunCalls {
    const { reuse, addressOf, clock } = this.#options;
    const { mode = reuse, maxAgeMs, isOffline } = plan.reuse ?? {};
    const counts = new SampleCounts();
    let earlier: Promise<SampleCounts> | undefined;
    const hashOf: CallAnswers['hashOf'] = (call) => {
      const address = addressOf(call.provider);
      return hashAskedCall(call, address && hashText(address));
    };
    const answers: CallAnswers = {
      // What a dry run pretends is no answer, and it needs none.
      mode: isDry ? 'continued' : mode,
      ...(isOffline && !isDry && { isOffline }),
      hashOf,
      takePlace: (request) => {
        const sample = counts.take(request);
        return { sample, leave: () => counts.leave(request, sample) };
      },
      find: async (call, place, path) => {
        const since = isAskedAnew(plan, path) ? (plan.reuse?.anewSince ?? Number.POSITIVE_INFINITY) : 0;
        if (since === Number.POSITIVE_INFINITY) return undefined;
        const hashed = hashOf(call) ?? call.request;
        let row = await this.#find(hashCall(call.kind, hashed, place.sample));
        if (row === undefined) return undefined;
        if (lastSeq > 0) {
          // What earlier processes asked in this run counts too. It is read only if it matters.
          earlier ??= this.#countCalls(id, lastSeq);
          const before = (await earlier).count(call.request);
          if (before > 0) {
            place.sample += before;
            row = await this.#find(hashCall(call.kind, hashed, place.sample));
          }
        }
        if (row === undefined || row.run === id || isTooOld(row, clock.now(), maxAgeMs)) return undefined;
        if (since > 0 && row.t < since) return undefined;
        const { run, seq } = row;
        const event = await this.#readAnswer(run, seq);
        const isIt =
          event?.kind === call.kind &&
          event.hash === call.request &&
          (event.call === undefined || event.call === hashed) &&
          isAnswer(event);
        if (!isIt) {
          this.#puts.drop([row]);
          return undefined;
        }
        return { event, executionId: run, read: (ref) => this.#options.stores.blobs.get(run, ref) };
      },
    };
    const writer = isDry || imported ? undefined : new RunCallWriter(this.#options.stores, this.#puts, { id, lastSeq });
    return {
      answers,
      follow: (events) => writer?.follow(events),
      close: async () => writer?.close(),
    };
  }

  /**
   * Builds what the index lacks from the logs of runs that are not under way here, the newest first. It goes on where
   * it was stopped.
   */
  async build(isHere: (run: string) => boolean, signal: AbortSignal): Promise<void> {
    const { executions } = this.#options.stores;
    const marks = await this.#index.marks();
    for await (const heads of executions.heads()) {
      for (const head of heads) {
        if (signal.aborted) return;
        if (isHere(head.id) || (marks.get(head.id) ?? -1) >= head.lastSeq) continue;
        // A log that cannot be read has no answers.
        await this.#buildFrom(head, signal).catch(() => undefined);
      }
    }
  }

  async #buildFrom({ id, lastSeq, isDry, imported }: ExecutionHead, signal: AbortSignal): Promise<void> {
    if (!isDry && !imported) {
      const { events } = this.#options.stores;
      const source = createCallSource(events, id);
      const lost = new LostCalls();
      for await (const page of readEventPages(source, { kinds: [...losingKinds] }, lastSeq))
        for (const event of page) lost.take(event);
      const fold = new CallFold(id);
      for await (const page of readEventPages(source, { kinds: [...callKinds] }, lastSeq)) {
        if (signal.aborted) return;
        const calls = page.flatMap((event) => {
          const call = fold.take(event);
          return call === undefined || lost.has(event.path) ? [] : [call];
        });
        if (calls.length > 0) await this.#index.put(calls);
      }
    }
    await this.#index.mark(id, lastSeq);
  }

  async #find(hash: string): Promise<IndexedCall | undefined> {
    return this.#puts.pending(hash) ?? (await this.#finds.find(hash));
  }

  async #countCalls(run: string, upTo: number): Promise<SampleCounts> {
    const counts = new SampleCounts();
    const source = createCallSource(this.#options.stores.events, run);
    const kinds = ['model.replied', 'vote.decided'] as const;
    for await (const page of readEventPages(source, { kinds: [...kinds] }, upTo))
      for (const { hash } of page) if (hash !== undefined) counts.take(hash);
    return counts;
  }

  async #readAnswer(run: string, seq: number): Promise<StepEvent | undefined> {
    const pages = this.#pages.get(run) ?? new AnswerPages(this.#options.stores.events, run);
    // The run that was read last is the last to go.
    this.#pages.delete(run);
    this.#pages.set(run, pages);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) break;
      this.#pages.delete(oldest);
    }
    return pages.read(seq).catch(() => undefined);
  }
}

/** Of so many runs a page of answers is held, so that a map that is answered again reads each page of its log once. */
const mostPages = 8;

/** Answers in a page. */
const answersInPage = 200;

/** The answers in the log of a run, of which the last page that was read is held. */
class AnswerPages {
  readonly #events: RunStores['events'];
  readonly #run: string;
  #page = new Map<number, StepEvent>();
  #tail: Promise<unknown> = Promise.resolve();

  constructor(events: RunStores['events'], run: string) {
    this.#events = events;
    this.#run = run;
  }

  /** Reads one after the other: two at once would read the same page twice. */
  read(seq: number): Promise<StepEvent | undefined> {
    const found = this.#tail.then(() => this.#readNow(seq));
    this.#tail = found.catch(() => undefined);
    return found;
  }

  async #readNow(seq: number): Promise<StepEvent | undefined> {
    const held = this.#page.get(seq);
    if (held !== undefined) return held;
    const { events } = await this.#events.find(this.#run, {
      filter: { kinds: ['model.replied', 'vote.decided'] },
      from: seq,
      direction: 'forward',
      limit: answersInPage,
    });
    this.#page = new Map(events.map((event) => [event.seq, event as StepEvent]));
    return this.#page.get(seq);
  }
}

/** Adds the calls of a run to the index as they become durable, and takes away those of tasks that fail. */
class RunCallWriter {
  readonly #stores: CallBookOptions['stores'];
  readonly #puts: BatchedPuts;
  readonly #run: Pick<Execution, 'id' | 'lastSeq'>;
  readonly #fold: CallFold;
  readonly #lost = new LostCalls();
  #lastSeq = 0;
  #dropping: Promise<void> = Promise.resolve();

  constructor(stores: CallBookOptions['stores'], puts: BatchedPuts, run: Pick<Execution, 'id' | 'lastSeq'>) {
    this.#stores = stores;
    this.#puts = puts;
    this.#run = run;
    this.#fold = new CallFold(run.id);
  }

  follow(events: readonly RunEvent[]): void {
    const calls: IndexedCall[] = [];
    for (const event of events) {
      this.#lastSeq = event.seq;
      const call = this.#fold.take(event);
      if (call !== undefined) calls.push(call);
      const lost = (losingKinds as readonly string[]).includes(event.kind) ? this.#lost.take(event) : [];
      for (const path of lost) this.#dropBelow(path, event.seq);
    }
    if (calls.length > 0) this.#puts.put(calls);
  }

  async close(): Promise<void> {
    await this.#dropping;
    if (!(await this.#puts.settle())) return;
    const { id, lastSeq } = this.#run;
    const { calls } = this.#stores;
    // If an earlier process died before all of its calls were in, the run is read again.
    if (lastSeq > 0 && ((await calls.marks()).get(id) ?? 0) < lastSeq) return;
    await calls.mark(id, Math.max(lastSeq, this.#lastSeq));
  }

  /** A task failed, or samples got red flags: their calls, which are in the index already, answer nobody. */
  #dropBelow(path: JournalPath, upTo: number): void {
    this.#dropping = this.#dropping
      .then(async () => {
        const fold = new CallFold(this.#run.id);
        const source = createCallSource(this.#stores.events, this.#run.id);
        for await (const page of readEventPages(source, { kinds: [...callKinds], path }, upTo)) {
          const calls = page.flatMap((event) => fold.take(event) ?? []);
          if (calls.length > 0) this.#puts.drop(calls);
        }
      })
      .catch(() => this.#puts.fail());
  }
}

function createCallSource(events: RunStores['events'], run: string) {
  return {
    find: (query: Parameters<RunStores['events']['find']>[1]) =>
      events.find(run, { ...query, limit: Math.min(query.limit, eventPageLimit) }),
    blob: async () => undefined,
  };
}

function isTooOld({ t }: IndexedCall, now: number, maxAgeMs: number | undefined): boolean {
  return maxAgeMs !== undefined && now - t > maxAgeMs;
}
