import { runAhead } from '@/base/ahead';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { JsonTexts } from '@/base/json-texts';
import type { EventPage } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { getNearestTaskPath } from '@/run/journal-path';
import type { FoundText } from '@/run/search/found-run';
import { hasWords, isNotGiven, type RunQuery } from '@/run/search/run-query';
import {
  getSearchedPlace,
  listSearchedTexts,
  modelKinds,
  type SearchedText,
  textKinds,
} from '@/run/search/searched-texts';
import { findTerms, TermFinder } from '@/run/search/term-finder';
import type { RunStores } from '@/storage/stores';

/** Events that are read at once. */
const page = 200;
/** Payloads that are opened at once, and how often ahead. Of each no more than a page is unpacked. */
const together = 16;
const batchesAhead = 2;
/** Payloads that were searched, so that they are not read again for another event that names them. */
const mostKnown = 5000;

/** A run to be searched. */
interface ScannedRun {
  readonly id: string;
  readonly lastSeq: number;
}

interface ScanOptions {
  readonly stores: Pick<RunStores, 'events' | 'blobs'>;
  readonly query: RunQuery;
  readonly terms: readonly string[];
  /** Called often: lets other work have a turn, and throws once the search is stopped. */
  readonly breathe: () => Promise<void>;
}

interface EventText {
  readonly event: RunEvent;
  readonly text: SearchedText;
}

interface OpenedTexts {
  readonly texts: readonly EventText[];
  readonly payloads: ReadonlyMap<string, AsyncIterable<Uint8Array>>;
}

const none: OpenedTexts['payloads'] = new Map();

/** The search of one run, from its last event on. */
export class RunScan {
  /** Texts of which only the start was searched, because they are no longer stored. */
  goneTexts = 0;
  /** Whether a part of the run could not be read. */
  isDamaged = false;
  readonly #known = new Set<string>();
  readonly #first: Promise<EventPage>;

  /** Begins to read. */
  constructor(
    readonly run: ScannedRun,
    readonly options: ScanOptions,
  ) {
    this.#first = this.#page(run.lastSeq);
    // It is thrown where it is awaited.
    this.#first.catch(() => undefined);
  }

  /** Resolves once the first events are read. Never rejects: what is wrong is thrown by {@link places}. */
  async begun(): Promise<this> {
    await this.#first.catch(() => undefined);
    return this;
  }

  /** The places that the query selects; without a text, the last event of the task or the model that it names. */
  async *places(): AsyncGenerator<FoundText> {
    if (this.options.terms.length === 0) {
      for await (const event of this.#events()) {
        yield placeAt(event, 'task', '');
        return;
      }
    }
    for await (const { texts, payloads } of runAhead(this.#batches(), batchesAhead, (batch) => this.#open(batch))) {
      for (const { event, text } of texts) {
        const snippet = await this.#find(text, payloads);
        if (snippet === undefined || (text.ref === undefined && this.#isKnown(text.text))) continue;
        yield placeAt(event, text.role, snippet);
      }
    }
  }

  async *#batches(): AsyncGenerator<readonly EventText[]> {
    let batch: EventText[] = [];
    let payloads = 0;
    for await (const one of this.#texts()) {
      batch.push(one);
      if (one.text.ref !== undefined) payloads += 1;
      if (payloads < together && batch.length < page) continue;
      yield batch;
      batch = [];
      payloads = 0;
    }
    if (batch.length > 0) yield batch;
  }

  async #open(texts: readonly EventText[]): Promise<OpenedTexts> {
    const refs = texts.flatMap(({ text }) => text.ref ?? []);
    const payloads = refs.length === 0 ? none : await this.options.stores.blobs.streams(this.run.id, refs);
    return { texts, payloads };
  }

  /** The texts to search. A payload that several events name is that of the last one. */
  async *#texts(): AsyncGenerator<EventText> {
    const { place } = this.options.query;
    for await (const event of this.#events()) {
      for (const text of listSearchedTexts(event)) {
        const isMeant = place === undefined || getSearchedPlace(text.role) === place;
        if (!isMeant || (text.ref === undefined ? text.text === '' : this.#isKnown(text.ref))) continue;
        yield { event, text };
      }
    }
  }

  /** The events that can match, from the last one on. */
  async *#events(): AsyncGenerator<RunEvent> {
    const { query, breathe } = this.options;
    let found = await this.#first;
    for (;;) {
      for (const event of found.events) {
        await breathe();
        if (isMeant(event, query)) yield event;
      }
      if (found.next === null || found.next < 1) return;
      found = await this.#page(found.next);
    }
  }

  #page(from: number): Promise<EventPage> {
    const { stores, query } = this.options;
    const filter = { kinds: isNotGiven(query.model) ? textKinds : modelKinds };
    return stores.events.find(this.run.id, { filter, from, direction: 'backward', limit: page });
  }

  /** Whether a text or a payload came before; from now on it is known. */
  #isKnown(key: string): boolean {
    if (this.#known.has(key)) return true;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.add(key);
    return false;
  }

  /** The terms in their context, if the text has them all. */
  async #find({ text, ref, isMessages }: SearchedText, payloads: OpenedTexts['payloads']): Promise<string | undefined> {
    const { terms } = this.options;
    if (ref === undefined) return findTerms(terms, text);
    const pages = payloads.get(ref);
    if (pages !== undefined) return this.#findIn(pages, isMessages === true);
    this.goneTexts += 1;
    return findTerms(terms, text);
  }

  async #findIn(pages: AsyncIterable<Uint8Array>, isMessages: boolean): Promise<string | undefined> {
    const finder = new TermFinder(this.options.terms);
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const messages = isMessages ? new JsonTexts(['content', 'arguments', 'input']) : undefined;
    try {
      for await (const bytes of pages) {
        await this.options.breathe();
        const piece = decoder.decode(bytes, { stream: true });
        if (finder.push(messages?.push(piece) ?? piece)) break;
      }
    } catch (error) {
      this.#damaged(error);
    }
    return finder.end();
  }

  /** A damaged payload hides nothing but itself. */
  #damaged(error: unknown): void {
    if (!(error instanceof AppError) || error.code !== 'DAMAGED_RECORD') throw error;
    this.isDamaged = true;
  }
}

function isMeant({ path, model: called }: RunEvent, { task, model }: RunQuery): boolean {
  return (
    (isNotGiven(task) || hasWords(getNearestTaskPath(path), task)) &&
    (isNotGiven(model) || (called !== undefined && hasWords(called, model)))
  );
}

function placeAt({ seq, path, model }: RunEvent, role: FoundText['role'], snippet: string): FoundText {
  return { seq, path, role, snippet, ...defined({ model }) };
}
