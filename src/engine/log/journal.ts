import { defined } from '@/base/defined';
import { AppError, type Failure } from '@/base/errors';
import { hashText } from '@/base/hash';
import { cutToStart } from '@/base/start-of';
import { eventTextLimits, type Payload, payloadSchema } from '@/run/event-data';
import type { EventDraft, EventOf, RunEvent } from '@/run/events';
import { formatIsoTime } from '@/run/iso-time';
import { getTaskPath, type JournalPath } from '@/run/journal-path';
import { buildResultFields, readResult } from '@/run/result-payload';
import type { Reuse } from '@/workflow/reuse';
import { getRootPath } from '@/workflow/task-path';
import type { BlobStore } from '../ports/blob-store';
import type { AskedCall, CallAnswers, CallPlace } from '../ports/call-answers';
import type { EventLog } from './event-log';
import { findOrigin, type Recording } from './recording';
import type { RunHistory, StepEvent, StepKind } from './run-history';
import type { StorageRoom } from './storage-room';
import { storePages } from './store-pages';

/** The result of an effect: its data, and a text of any length. */
export interface StepResult<K extends StepKind> {
  readonly data: EventOf<K>['data'];
  readonly text: string;
  /** Left out: the model of the step. */
  readonly model?: string | undefined;
}

/** A result that is recorded, and which call it answers, if others may take it over. */
interface FoundResult<K extends StepKind> extends StepResult<K> {
  readonly taken?: TakenResult<K>;
  readonly call?: string | undefined;
  readonly sample?: number | undefined;
}

/** A result that stands in the log. `at`: when the effect was performed, which may be in an earlier run (ISO 8601). */
type RecordedResult<K extends StepKind> = StepResult<K> & { readonly at: string };

/** The result of an effect of an earlier run, and where it stands there. */
interface TakenResult<K extends StepKind> extends StepResult<K> {
  readonly hash: string | undefined;
  readonly call: string | undefined;
  /** Left out: a person wrote it. */
  readonly taken?: RunEvent['taken'];
}

/** An effect: its journal key, the hash of everything that it depends on, and what a person sees of it. */
export interface Step<K extends StepKind> {
  readonly kind: K;
  readonly key: string;
  readonly inputHash: string;
  /** Start of the prompt or script. */
  readonly task?: string;
  readonly model?: string;
  /** What follows need not wait until the record is durable, as long as it soon is: see {@link EventLog.accepted}. */
  readonly ahead?: true;
  /** Set for a call of a model that another run may have made. */
  readonly call?: StepCall | undefined;
}

/** What decides about the answer to a call besides its step. */
interface StepCall {
  /** Id of the provider of the model that the workflow names. */
  readonly provider: string;
  /** `continued`: only the run that is continued may answer; `never`: none may. Left out: what the run says. */
  readonly reuse?: Reuse | undefined;
  /** Hash of the tools as they are declared to the model. Asked for only if the run that is continued has no answer. */
  readonly hashTools?: () => Promise<string | undefined>;
}

/**
 * The only way from a run to the world: every effect goes through it, and a recorded effect is never performed again.
 */
export interface Journal {
  /**
   * The recorded result, if this run has one under the key with the same input hash; else performs the effect and
   * records its result. Resolves once the record is durable, or on its way where the step says so.
   */
  step<K extends StepKind>(step: Step<K>, perform: () => Promise<StepResult<K>>): Promise<RecordedResult<K>>;
  /** Stores a text: a short one in the event itself, a longer one in a blob. */
  payload(text: string): Promise<Payload>;
  /** The whole text of a payload. Error: `DAMAGED_RECORD` if its blob is missing. */
  read(payload: Payload): Promise<string>;
  /** Stores a text as a blob, whatever its length; resolves to its ref. */
  store(text: string): Promise<string>;
  /**
   * Does work that writes to the storage by itself. If the storage is full, it repeats the work from its start once
   * there is room.
   */
  outlast<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Deletes a text that {@link Journal.payload} stored as a blob, unless something else in the run holds it. It first
   * waits until everything appended so far is durable, because a resumed run starts from that. Resolves when it is
   * deleted.
   */
  drop(text: string): Promise<void>;
  /** Like {@link Journal.drop}, by the ref of the blob. */
  release(ref: string): Promise<void>;
}

/** A text whose deletion has been requested. */
interface Removal {
  begun: boolean;
  gone: Promise<void>;
}

interface JournalOptions {
  readonly executionId: string;
  readonly history: RunHistory;
  readonly log: EventLog;
  readonly blobs: BlobStore;
  readonly room: StorageRoom;
  readonly recording?: Recording | undefined;
  /** Left out: no other run answers. */
  readonly answers?: CallAnswers | undefined;
}

/** Where a recorded step, and what it holds, are taken from. */
type StepSource = Pick<Recording, 'executionId' | 'read'> & Partial<Pick<Recording, 'pages'>>;

/**
 * Creates a journal over the log of a run. `history` is what an earlier process left in the log. If an earlier run
 * (`recording`) has a record under the same key and input hash, the journal records that again instead of performing
 * the effect.
 */
export function createJournal({ executionId, history, log, blobs, room, recording, answers }: JournalOptions): Journal {
  /** How many times this process stored each text, by ref. */
  const held = new Map<string, number>();
  /** Refs of texts that an earlier process stored too. Its events may refer to them, so they are never deleted. */
  const foreign = new Set<string>();
  const removals = new Map<string, Removal>();

  async function storeText(text: string): Promise<string> {
    const ref = hashText(text);
    const removal = removals.get(ref);
    if (removal?.begun) await removal.gone;
    else if (removal !== undefined) removals.delete(ref);
    if (!held.has(ref) && (removal === undefined || removal.begun)) {
      if (history.lastSeq > 0 && (await blobs.size(executionId, ref)) !== undefined) foreign.add(ref);
      await room.write(() => blobs.put(executionId, text));
    }
    held.set(ref, (held.get(ref) ?? 0) + 1);
    return ref;
  }

  async function dropText(text: string): Promise<void> {
    if (text.length > eventTextLimits.result) await releaseText(hashText(text));
  }

  async function releaseText(ref: string): Promise<void> {
    const uses = held.get(ref) ?? 0;
    if (uses > 1) held.set(ref, uses - 1);
    if (uses !== 1 || foreign.has(ref)) return;
    held.delete(ref);
    const removal: Removal = { begun: false, gone: Promise.resolve() };
    removals.set(ref, removal);
    removal.gone = log.flush().then(() => removeBlob(ref, removal));
    await removal.gone;
  }

  /** Deletes the text, unless it was stored again meanwhile. */
  async function removeBlob(ref: string, removal: Removal): Promise<void> {
    if (removals.get(ref) !== removal) return;
    removal.begun = true;
    await blobs.remove(executionId, ref).finally(() => removals.delete(ref));
  }

  async function payload(text: string): Promise<Payload> {
    if (text.length <= eventTextLimits.result) return { text, length: text.length };
    return { text: cutToStart(text, eventTextLimits.result), length: text.length, ref: await storeText(text) };
  }

  async function readPayload({ text, length, ref }: Payload): Promise<string> {
    if (length <= text.length) return text;
    const whole = ref === undefined ? undefined : await blobs.get(executionId, ref);
    if (whole !== undefined) return whole;
    throw new AppError('DAMAGED_RECORD', 'A part of this run is missing from the storage.', {
      advice: 'Start a new run.',
      details: { ref: ref ?? null },
    });
  }

  const isHeld = (key: JournalPath) => recording?.isHeld?.(key) === true;
  // A person who wants everything asked anew is above what the workflow says.
  const findReuse = <K extends StepKind>({ call }: Step<K>) =>
    call && (answers?.mode === 'never' ? 'never' : (call.reuse ?? answers?.mode));

  /** Undefined if there is no such step, or a part of its result is not available: an exported log has no blobs. */
  async function fromRecording<K extends StepKind>(step: Step<K>): Promise<TakenResult<K> | undefined> {
    if (findReuse(step) === 'never' && !isHeld(step.key)) return undefined;
    const event = await recording?.step(step.key, step.inputHash);
    if (event?.kind !== step.kind || (event.hash !== step.inputHash && !isHeld(step.key))) return undefined;
    return recording && takeOver<K>(event, recording);
  }

  /** Copies a recorded step with all that it holds into this run. Undefined if a part of it is not available. */
  async function takeOver<K extends StepKind>(
    event: StepEvent,
    source: StepSource,
  ): Promise<TakenResult<K> | undefined> {
    const within = Object.values(event.data).filter((value) => payloadSchema.safeParse(value).success) as Payload[];
    const texts: string[] = [];
    for (const { text, length, ref } of [readResult(event), ...within]) {
      const whole = length <= text.length ? text : ref === undefined ? undefined : await source.read(ref);
      if (whole === undefined) return undefined;
      texts.push(whole);
    }
    // Whole outputs must be available too. One that is not text does not match its hash as text, and is refused.
    const wholes: string[] = [];
    for (const ref of listWholeRefs(event)) {
      const whole = await source.read(ref);
      if (whole === undefined || hashText(whole) !== ref) return undefined;
      wholes.push(whole);
    }
    if (!(await copyFiles(event, source))) return undefined;
    for (const whole of wholes) await storeText(whole);
    // Long payloads become blobs of this run too.
    for (const [index, { ref }] of within.entries()) if (ref !== undefined) await storeText(texts[index + 1] ?? '');
    const { model, hash, call } = event;
    const result = { data: event.data as EventOf<K>['data'], text: texts[0] ?? '', model, hash, call };
    return event.written ? result : { ...result, taken: findOrigin(event, source) };
  }

  /** Copies the files that a tool returned into blobs of this run. False if one of them is not available. */
  async function copyFiles(event: StepEvent, source: StepSource): Promise<boolean> {
    const { files = [] } = event.kind === 'tool.called' ? event.data : {};
    for (const { ref } of files) {
      const copy = async () => {
        const pages = await source.pages?.(ref);
        return pages && storePages(pages, { blobs, executionId, compress: false });
      };
      if ((await room.write(copy))?.hash !== ref) return false;
    }
    return true;
  }

  /** The result of a step: of the run that is continued, else of any other, else of the effect itself. */
  async function findResult<K extends StepKind>(
    step: Step<K>,
    perform: () => Promise<StepResult<K>>,
  ): Promise<FoundResult<K>> {
    const place = step.call === undefined ? undefined : answers?.takePlace(step.inputHash);
    const nameSample = () => (place === undefined || place.sample === 1 ? undefined : place.sample);
    try {
      const recorded = await fromRecording(step);
      if (recorded !== undefined) return { ...recorded, taken: recorded, sample: nameSample() };
      if (isHeld(step.key) && !recording?.performsMissing) throw createNotHeldError(step.key);
      if (step.call === undefined || place === undefined || answers === undefined) return await perform();
      const { hashTools, provider } = step.call;
      const kind = step.kind as AskedCall['kind'];
      const asked = { kind, request: step.inputHash, provider, tools: await hashTools?.() };
      const taken = findReuse(step) === 'all' ? await fromAnswers(step, asked, place) : undefined;
      const call = answers.hashOf(asked);
      const sample = nameSample();
      if (taken !== undefined) return { ...taken, taken, call, sample };
      if (answers.isOffline) throw createOfflineError(step.key);
      return { ...(await perform()), call, sample };
    } catch (error) {
      place?.leave();
      throw error;
    }
  }

  async function fromAnswers<K extends StepKind>(
    { key }: Step<K>,
    asked: AskedCall,
    place: CallPlace,
  ): Promise<TakenResult<K> | undefined> {
    const found = await answers?.find(asked, place, key);
    return found && takeOver<K>(found.event, found);
  }

  return {
    outlast: (work) => room.write(work),
    store: storeText,
    drop: dropText,
    release: releaseText,
    payload,
    read: readPayload,
    async step<K extends StepKind>(step: Step<K>, perform: () => Promise<StepResult<K>>): Promise<RecordedResult<K>> {
      const recorded = history.steps.get(step.key);
      if (recorded?.kind === step.kind && (recorded.hash === step.inputHash || isHeld(step.key))) {
        const { data, model, taken, t } = recorded;
        const text = await readPayload(readResult(recorded));
        return { data: data as EventOf<K>['data'], text, model, at: taken?.t ?? t };
      }
      const { taken, call, sample, ...result } = await findResult(step, perform);
      const { model = step.model } = result;
      const draft = {
        kind: step.kind,
        path: step.key,
        hash: taken?.hash ?? step.inputHash,
        ...defined({
          model,
          call,
          sample,
          task: step.task === undefined ? undefined : cutToStart(step.task, eventTextLimits.task),
        }),
        ...buildResultFields(await payload(result.text)),
        ...(taken !== undefined && (taken.taken === undefined ? { written: true as const } : { taken: taken.taken })),
        data: result.data,
      } as EventDraft;
      const written = log.append(draft);
      const at = taken?.taken?.t ?? formatIsoTime(log.lastTime);
      await (step.ahead ? log.accepted() : written);
      return { ...result, at };
    },
  };
}

/** Whether a failure is that of {@link Journal.step} for a result that is missing. No attempt can help then. */
export function isNotHeld({ details }: Failure): boolean {
  return details?.['reason'] === 'not_held' || details?.['reason'] === 'offline';
}

/** The error where a call has no answer yet, and nothing is to be asked. */
function createOfflineError(key: JournalPath): AppError {
  const task = getTaskPath(key);
  return new AppError('VALIDATION_ERROR', `No run has the answer to a call of ${task}, and nothing is asked offline.`, {
    advice: 'Run it once without --offline.',
    details: { reason: 'offline', call: key },
  });
}

/** The error where the result of a task that does not run is missing in the run that it is taken from. */
function createNotHeldError(key: JournalPath): AppError {
  const task = getTaskPath(key);
  const root = getRootPath(task);
  return new AppError('VALIDATION_ERROR', `What ${task} gave is no longer stored in the run that it is taken from.`, {
    advice: `First run ${root}, or the whole workflow.`,
    details: { reason: 'not_held', missing: [root] },
  });
}

/** Refs of the whole outputs behind the views of a step. */
export function listWholeRefs(event: StepEvent): readonly string[] {
  if (event.kind !== 'script.exited') return [];
  const { capture, stderrCapture } = event.data;
  return [capture, stderrCapture].flatMap((output) => output?.stored?.ref ?? []);
}
