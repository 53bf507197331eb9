import { encodeBase64 } from '@/base/base64';
import { cutBefore, joinBytes } from '@/base/bytes';
import { encodeJson } from '@/base/json-text';
import type { RunEvent } from '@/run/events';
import type { Execution } from '@/run/runner';
import { runIsGone } from '../run-order';
import type { Stores } from '../stores';
import { listRefs } from './refs-of';
import { type EndLine, type HeadLine, type PayloadLine, partBytes, runFileVersion } from './run-file';
import { Strike } from './strike';

export interface RunFileOptions {
  /** Whether to include the payloads that its events name. */
  readonly payloads: boolean;
  /** Texts that the file must not contain. */
  readonly secrets: readonly string[];
  /** The workflow as YAML, if it is known. */
  readonly documentOf?: (workflowId: string) => Promise<string | undefined>;
}

/** Events that are read at once. */
const page = 500;

/**
 * A run as a file, in pieces; memory does not grow with the run. It includes the events that exist when it begins. A
 * payload that contains a secret is left out. Errors: `VALIDATION_ERROR` if there is no such run, `DAMAGED_RECORD`.
 */
export async function* writeRunFile(
  { executions, events, blobs }: Pick<Stores, 'executions' | 'events' | 'blobs'>,
  executionId: string,
  { payloads, secrets, documentOf }: RunFileOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const execution = await executions.get(executionId);
  if (execution === undefined) throw runIsGone();
  const strike = new Strike(secrets);
  const { workflowId, name, startedAt, lastSeq, plan, annotations } = execution;
  const document = await documentOf?.(workflowId);
  yield formatLine<HeadLine>({
    heddle_run: runFileVersion,
    id: executionId,
    workflow: workflowId,
    name: strike.value(name),
    startedAt,
    events: lastSeq,
    plan: strike.value(plan),
    ...(document === undefined ? {} : { document: strike.value(document) }),
    ...(annotations === undefined ? {} : { annotations: strike.value(annotations) }),
  });

  const refs = new Set<string>();
  const takeRefs = payloads ? (event: RunEvent) => listRefs(event) : () => [];
  yield* writeEventLines(events, execution, strike, refs, takeRefs);
  const written = yield* writePayloads(blobs, executionId, strike, refs);
  yield formatLine<EndLine>({ heddle_end: runFileVersion, payloads: written });
}

/**
 * The events of a run as a file, with the payloads that answer calls: what a test reads as its recording. It has no
 * plan, and not what models were sent. Otherwise as {@link writeRunFile}.
 */
export async function* writeRecordingFile(
  { executions, events, blobs }: Pick<Stores, 'executions' | 'events' | 'blobs'>,
  executionId: string,
  secrets: readonly string[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const execution = await executions.get(executionId);
  if (execution === undefined) throw runIsGone();
  const strike = new Strike(secrets);
  const refs = new Set<string>();
  const takeRefs = (event: RunEvent) => (event.kind === 'model.requested' ? [] : listRefs(event));
  yield* writeEventLines(events, execution, strike, refs, takeRefs);
  yield* writePayloads(blobs, executionId, strike, refs);
}

async function* writeEventLines(
  events: Stores['events'],
  { id, lastSeq }: Pick<Execution, 'id' | 'lastSeq'>,
  strike: Strike,
  refs: Set<string>,
  takeRefs: (event: RunEvent) => readonly string[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let from = 1; from <= lastSeq; ) {
    const batch = await events.read(id, from, Math.min(page, lastSeq - from + 1));
    if (batch.length === 0) break;
    for (const ref of batch.flatMap(takeRefs)) refs.add(ref);
    yield encodeText(batch.map((event) => `${encodeJson(strike.value(event))}\n`).join(''));
    from += batch.length;
  }
}

/** Returns how many payloads were written. */
async function* writePayloads(
  blobs: Stores['blobs'],
  executionId: string,
  strike: Strike,
  refs: ReadonlySet<string>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, number> {
  let written = 0;
  for (const ref of refs) {
    const scanned = await blobs.stream(executionId, ref);
    if (scanned === undefined || (await strike.isIn(scanned))) continue;
    const pages = await blobs.stream(executionId, ref);
    if (pages === undefined) continue;
    yield* writePayloadLines(ref, pages);
    written += 1;
  }
  return written;
}

/** A payload in parts; only the last one may be shorter than the limit. */
async function* writePayloadLines(
  ref: string,
  pages: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = 0;
  let rest: Uint8Array = new Uint8Array();
  const writeLine = (bytes: Uint8Array, last: boolean) =>
    formatLine<PayloadLine>({ payload: ref, part: part++, last, ...encodeBytes(bytes) });
  for await (const next of pages) {
    rest = rest.length === 0 ? next : joinBytes([rest, next]);
    while (rest.length > partBytes) {
      const end = cutBefore(rest, partBytes);
      yield writeLine(rest.subarray(0, end), false);
      rest = rest.subarray(end);
    }
  }
  yield writeLine(rest, true);
}

function encodeBytes(bytes: Uint8Array): { readonly utf8: string } | { readonly base64: string } {
  try {
    return { utf8: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: encodeBase64(bytes) };
  }
}

function formatLine<T>(value: T): Uint8Array<ArrayBuffer> {
  return encodeText(`${encodeJson(value)}\n`);
}

function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
