import type { z } from 'zod';
import { decodeBase64 } from '@/base/base64';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { isJsonObject, isNestedDeeper, type Json, type JsonObject, maxNesting } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import type { BlobWriter } from '@/engine/ports/blob-store';
import type { Plan } from '@/plan/plan';
import { eventVersion, type RunEvent, runEventSchema } from '@/run/events';
import { isUnfinished } from '@/run/is-unfinished';
import { parseIsoTime } from '@/run/iso-time';
import { createHead } from '@/run/run-head';
import type { Execution } from '@/run/runner';
import { buildShortId } from '@/run/short-id';
import { createOlderRunError, parsePlan } from '../plan-schema';
import type { Stores } from '../stores';
import { createWrongLineError, type FileLine, readLines } from './read-lines';
import { endLine, findLineKind, type HeadLine, headLine, payloadLine, runFileVersion } from './run-file';

/** A payload of fewer bytes takes longer to be packed than that is worth. */
const packFrom = 4096;

interface ReadOptions {
  readonly stores: Pick<Stores, 'executions' | 'events' | 'blobs'>;
  /** The new id of the run. */
  readonly id: string;
  readonly workflowId: string;
  /** ms since 1970. */
  readonly now: number;
  /** For a file without a plan, which contains only events as `--json` prints them. */
  readonly plan?: Plan;
}

/** Events that are stored at once. */
const batchSize = 1000;

/**
 * Imports a run from a file; memory does not grow with it. A run that had not ended is paused until a person resumes
 * it. Errors: `VALIDATION_ERROR` with the number of the wrong line (`details.line`), `NEWER_VERSION`, `STORAGE_FULL`,
 * `STORAGE_FAILED`; nothing is stored then.
 */
export async function readRunFile(pages: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Execution> {
  const { stores, id } = options;
  const reader = new RunFileReader(options);
  try {
    for await (const line of readLines(pages)) await reader.take(line);
    await reader.close();
  } catch (error) {
    await reader.abort();
    throw error;
  }
  const execution = await stores.executions.get(id);
  if (execution === undefined) throw new AppError('INTERNAL', `Run ${id} was not kept.`);
  return execution;
}

class RunFileReader {
  readonly #options: ReadOptions;
  #plan: Plan | undefined;
  /** How many events the head announces; undefined for a bare log. */
  #expected: number | undefined;
  #isCreated = false;
  #hasEnded = false;
  #last: RunEvent | undefined;
  #batch: RunEvent[] = [];
  #payload: { readonly ref: string; readonly writer: BlobWriter; next: number } | undefined;
  #payloads = 0;
  #line = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  async take({ number, text }: FileLine): Promise<void> {
    this.#line = number;
    const line = this.#parsed(text);
    const kind = findLineKind(line);
    if (this.#hasEnded) throw this.#wrong('there is nothing after the line that ends a run.');
    if (this.#payload !== undefined && kind !== 'payload') throw this.#wrong('a payload breaks off before it.');
    if (kind === 'head') await this.#takeHead(line);
    else if (kind === 'event') await this.#takeEvent(line);
    else if (kind === 'payload') await this.#takePayload(line);
    else if (kind === 'end') this.#takeEnd(line);
    else if (kind !== 'metrics') throw this.#wrong('it is not a line of a run.');
  }

  async close(): Promise<void> {
    if (this.#last === undefined) throw this.#wrong('there are no events before the end.');
    if (this.#expected !== undefined && !this.#hasEnded) throw this.#wrong('the file breaks off here.');
    await this.#flush();
    const { executions, events } = this.#options.stores;
    const execution = await executions.get(this.#options.id);
    if (execution === undefined || !isUnfinished(execution.status)) return;
    // Paused, so that a person who only looks at the run does not pay for the rest of it.
    const { seq, kind, data } = this.#last;
    if (kind === 'run.paused' && data.reason === 'person') return;
    const t = new Date(this.#options.now).toISOString();
    const event: RunEvent = {
      v: eventVersion,
      seq: seq + 1,
      t,
      id: buildShortId(''),
      kind: 'run.paused',
      path: '',
      data: { reason: 'person' },
    };
    await events.append(this.#options.id, [event], 'strict');
  }

  /** Removes everything that was stored. */
  async abort(): Promise<void> {
    await this.#payload?.writer.abort();
    if (this.#isCreated) await this.#options.stores.executions.remove(this.#options.id);
  }

  async #takeHead(line: JsonObject): Promise<void> {
    if (this.#isCreated || this.#plan !== undefined) throw this.#wrong('a run has one head, in its first line.');
    const version = line['heddle_run'];
    if (typeof version === 'number' && version > runFileVersion) throw createNewerError();
    const head = this.#as(headLine, line);
    const plan = this.#planOf(head.plan);
    this.#plan = plan;
    this.#expected = head.events;
    await this.#create(plan, head);
  }

  async #takeEvent(line: JsonObject): Promise<void> {
    const event = this.#eventOf(line);
    if (this.#last === undefined) await this.#begin(event);
    const expected = (this.#last?.seq ?? 0) + 1;
    if (event.seq !== expected) throw this.#wrong(`event ${expected} is expected here, not ${event.seq}.`);
    if (this.#expected !== undefined && event.seq > this.#expected) {
      throw this.#wrong(`the first line announces ${this.#expected} events.`);
    }
    if (this.#payloads > 0) throw this.#wrong('events stand before the payloads.');
    this.#last = event;
    this.#batch.push(event);
    if (this.#batch.length === batchSize) await this.#flush();
  }

  /** The first event contains the hash of its plan. */
  async #begin(event: RunEvent): Promise<void> {
    if (event.kind !== 'run.started') throw this.#wrong('a run begins with the event run.started.');
    const plan = this.#plan ?? this.#options.plan;
    if (plan === undefined) {
      throw new AppError('VALIDATION_ERROR', 'These are the events of a run without its plan.', {
        advice: 'Export the run: that file has its plan in it.',
        details: { line: this.#line },
      });
    }
    if (event.data.planHash !== plan.hash) throw this.#wrong('these events belong to another plan.');
    if (this.#isCreated) return;
    await this.#create(plan, { name: plan.name, startedAt: event.t });
  }

  async #create(
    plan: Plan,
    { name, startedAt, annotations }: Pick<HeadLine, 'name' | 'startedAt' | 'annotations'>,
  ): Promise<void> {
    const { stores, id, workflowId } = this.#options;
    await stores.executions.create({
      ...createHead(plan),
      id,
      workflowId,
      name,
      plan,
      startedAt,
      imported: true,
      ...defined({ annotations }),
    });
    this.#isCreated = true;
  }

  async #takePayload(line: JsonObject): Promise<void> {
    if (!this.#isCreated) throw this.#wrong('a payload stands after the events of its run.');
    const { payload: ref, part, last, ...coded } = this.#as(payloadLine, line);
    const { blobs } = this.#options.stores;
    const bytes = 'utf8' in coded ? new TextEncoder().encode(coded.utf8) : decodeBase64(coded.base64);
    if (bytes === undefined) throw this.#wrong('a part of a payload is not base64.');
    const compress = !last || bytes.length >= packFrom;
    this.#payload ??= {
      ref,
      writer: blobs.open(this.#options.id, { maxBytes: Number.MAX_SAFE_INTEGER, compress }),
      next: 0,
    };
    const open = this.#payload;
    if (open.ref !== ref || open.next !== part) throw this.#wrong('a part of a payload is missing before it.');
    open.next += 1;
    await open.writer.write(bytes);
    if (!last) return;
    const { hash } = await open.writer.close();
    this.#payload = undefined;
    if (hash !== ref) throw this.#wrong('the payload that ends here is damaged.');
    this.#payloads += 1;
  }

  #takeEnd(line: JsonObject): void {
    const { payloads } = this.#as(endLine, line);
    if ((this.#last?.seq ?? 0) !== this.#expected) throw this.#wrong('events are missing before it.');
    if (payloads !== this.#payloads) throw this.#wrong('payloads are missing before it.');
    this.#hasEnded = true;
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length > 0) await this.#options.stores.events.append(this.#options.id, batch, 'strict');
  }

  #parsed(text: string): JsonObject {
    let value: Json;
    try {
      value = decodeJson(text) as Json;
    } catch {
      throw this.#wrong('it is not JSON.');
    }
    // The checks below are recursive, so the depth is limited first.
    if (isNestedDeeper(value, maxNesting * 2)) throw this.#wrong('it is nested too deep.');
    if (!isJsonObject(value)) throw this.#wrong('it is not a line of a run.');
    return value;
  }

  #eventOf(line: JsonObject): RunEvent {
    const version = line['v'];
    if (typeof version === 'number' && version > eventVersion) throw createNewerError();
    if (typeof version === 'number' && version < eventVersion) throw createOlderRunError();
    const event = this.#as(runEventSchema, line);
    if (Number.isNaN(parseIsoTime(event.t))) throw this.#wrong('its time is not valid.');
    return event;
  }

  #planOf(value: unknown): Plan {
    try {
      return parsePlan(value);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw this.#wrong('its plan is not valid.');
    }
  }

  #as<T>(schema: z.ZodType<T>, value: unknown): T {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw this.#wrong(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not valid'}`);
  }

  #wrong(why: string): AppError {
    return createWrongLineError(Math.max(1, this.#line), why);
  }
}

function createNewerError(): AppError {
  return new AppError('NEWER_VERSION', 'A newer version of Heddle wrote this file.', {
    advice: 'Get the newest version of Heddle.',
  });
}
