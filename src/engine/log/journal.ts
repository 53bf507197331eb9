import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import { eventTextLimits, type Payload, payloadSchema } from '@/run/event-data';
import type { EventDraft, EventOf } from '@/run/events';
import { resultFields, resultOf } from '@/run/result-payload';
import { startOf } from '@/run/start-of';
import type { BlobStore } from '../ports/blob-store';
import type { EventLog } from './event-log';
import type { Recording } from './recording';
import type { RunHistory, StepEvent, StepKind } from './run-history';
import type { StorageRoom } from './storage-room';
import { storePages } from './store-pages';

/** The result of an effect: figures, and a text of any length. */
export interface StepResult<K extends StepKind> {
  readonly data: EventOf<K>['data'];
  readonly text: string;
  /** Left out: that of the step. */
  readonly model?: string | undefined;
}

/** An effect: its place (the journal key), the hash of all that it depends on, and what is shown of it. */
export interface Step<K extends StepKind> {
  readonly kind: K;
  readonly key: string;
  readonly inputHash: string;
  /** Start of the prompt or script. */
  readonly task?: string;
  readonly model?: string;
  /** What follows need not wait for the record to be durable, as long as it soon is: see {@link EventLog.accepted}. */
  readonly ahead?: true;
}

/** The doorway to the world: every effect of a run goes through it, and none that was recorded is performed again. */
export interface Journal {
  /**
   * The recorded result, if this run has one under the key with the same input hash; else performs the effect and
   * records its result. Resolves once the record is durable, or on its way where the step says so.
   */
  step<K extends StepKind>(step: Step<K>, perform: () => Promise<StepResult<K>>): Promise<StepResult<K>>;
  /** Stores a text: short ones stand in the event itself, longer ones in a blob. */
  payload(text: string): Promise<Payload>;
  /** A payload's whole text. Error: `DAMAGED_RECORD` if its blob is gone. */
  read(payload: Payload): Promise<string>;
  /** Stores a text as a blob, whatever its length; resolves to its ref. */
  store(text: string): Promise<string>;
  /** Does work that writes to the storage by itself; again from its start, once there is room, where there was none. */
  outlast<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Lets go of a text that {@link Journal.payload} took, where it is too long for an event and nothing else of the run
   * holds it: once all that was appended by now is durable, which is what is gone on from. Resolves when it is gone.
   */
  drop(text: string): Promise<void>;
}

/** A text that is being let go of. */
interface Leaving {
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
}

/**
 * A journal over the log of a run: `history` is what an earlier process left in it. What an earlier run recorded under
 * the same key and input hash (`recording`) is recorded again instead of performed.
 */
export function createJournal({ executionId, history, log, blobs, room, recording }: JournalOptions): Journal {
  /** How often this process stored each text, by ref. */
  const held = new Map<string, number>();
  /** Texts that an earlier process stored: its events may hold them. */
  const foreign = new Set<string>();
  const leaving = new Map<string, Leaving>();

  async function store(text: string): Promise<string> {
    const ref = hashText(text);
    const left = leaving.get(ref);
    if (left?.begun) await left.gone;
    else if (left !== undefined) leaving.delete(ref);
    if (!held.has(ref) && (left === undefined || left.begun)) {
      if (history.lastSeq > 0 && (await blobs.size(executionId, ref)) !== undefined) foreign.add(ref);
      await room.write(() => blobs.put(executionId, text));
    }
    held.set(ref, (held.get(ref) ?? 0) + 1);
    return ref;
  }

  async function drop(text: string): Promise<void> {
    if (text.length <= eventTextLimits.result) return;
    const ref = hashText(text);
    const uses = held.get(ref) ?? 0;
    if (uses > 1) held.set(ref, uses - 1);
    if (uses !== 1 || foreign.has(ref)) return;
    held.delete(ref);
    const left: Leaving = { begun: false, gone: Promise.resolve() };
    leaving.set(ref, left);
    left.gone = log.flush().then(() => letGo(ref, left));
    await left.gone;
  }

  /** Unless it was stored again meanwhile. */
  async function letGo(ref: string, left: Leaving): Promise<void> {
    if (leaving.get(ref) !== left) return;
    left.begun = true;
    await blobs.remove(executionId, ref).finally(() => leaving.delete(ref));
  }

  async function payload(text: string): Promise<Payload> {
    if (text.length <= eventTextLimits.result) return { text, length: text.length };
    return { text: startOf(text, eventTextLimits.result), length: text.length, ref: await store(text) };
  }

  async function read({ text, length, ref }: Payload): Promise<string> {
    if (length <= text.length) return text;
    const whole = ref === undefined ? undefined : await blobs.get(executionId, ref);
    if (whole !== undefined) return whole;
    throw new AppError('DAMAGED_RECORD', 'A part of this run is missing from the storage.', {
      advice: 'Start a new run.',
      details: { ref: ref ?? null },
    });
  }

  /**
   * Undefined if there is no such step, or a part of its result is not at hand: a log that was printed has no blobs.
   */
  async function fromRecording<K extends StepKind>(step: Step<K>): Promise<StepResult<K> | undefined> {
    const event = await recording?.step(step.key);
    if (event?.kind !== step.kind || event.hash !== step.inputHash) return undefined;
    const within = Object.values(event.data).filter((value) => payloadSchema.safeParse(value).success) as Payload[];
    const texts: string[] = [];
    for (const { text, length, ref } of [resultOf(event), ...within]) {
      const whole = length <= text.length ? text : ref === undefined ? undefined : await recording?.read(ref);
      if (whole === undefined) return undefined;
      texts.push(whole);
    }
    // So do whole outputs; one that is no text is not told by its text.
    const wholes: string[] = [];
    for (const ref of wholesOf(event)) {
      const whole = await recording?.read(ref);
      if (whole === undefined || hashText(whole) !== ref) return undefined;
      wholes.push(whole);
    }
    if (!(await copyFiles(event))) return undefined;
    for (const whole of wholes) await store(whole);
    // Long payloads become blobs of this run too.
    for (const [index, { ref }] of within.entries()) if (ref !== undefined) await store(texts[index + 1] ?? '');
    return { data: event.data as EventOf<K>['data'], text: texts[0] ?? '', model: event.model };
  }

  /** Files that a tool gave become blobs of this run too. False where one of them is not at hand. */
  async function copyFiles(event: StepEvent): Promise<boolean> {
    const { files = [] } = event.kind === 'tool.called' ? event.data : {};
    for (const { ref } of files) {
      const open = () => recording?.pages(ref);
      if ((await open()) === undefined) return false;
      const copy = async () => storePages((await open()) ?? [], { blobs, executionId, compress: false });
      if ((await room.write(copy)).hash !== ref) return false;
    }
    return true;
  }

  return {
    outlast: (work) => room.write(work),
    store,
    drop,
    payload,
    read,
    async step<K extends StepKind>(step: Step<K>, perform: () => Promise<StepResult<K>>): Promise<StepResult<K>> {
      const recorded = history.steps.get(step.key);
      if (recorded?.kind === step.kind && recorded.hash === step.inputHash) {
        const { data, model } = recorded;
        return { data: data as EventOf<K>['data'], text: await read(resultOf(recorded)), model };
      }
      const result = (await fromRecording(step)) ?? (await perform());
      const { model = step.model } = result;
      const draft = {
        kind: step.kind,
        path: step.key,
        hash: step.inputHash,
        ...(model === undefined ? {} : { model }),
        ...(step.task === undefined ? {} : { task: startOf(step.task, eventTextLimits.task) }),
        ...resultFields(await payload(result.text)),
        data: result.data,
      } as EventDraft;
      const written = log.append(draft);
      await (step.ahead ? log.accepted() : written);
      return result;
    },
  };
}

/** Refs of the whole outputs that the views of a step are of. */
function wholesOf(event: StepEvent): readonly string[] {
  if (event.kind !== 'script.exited') return [];
  const { capture, stderrCapture } = event.data;
  return [capture, stderrCapture].flatMap((one) => one?.stored?.ref ?? []);
}
