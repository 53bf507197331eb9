import { defined } from '@/base/defined';
import { diffWords, type TextPart } from '@/base/diff-words';
import { isJsonObject, type Json } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import type { Payload } from '../event-data';
import type { RunEvent } from '../events';
import { readResult } from '../result-payload';
import type { InstanceDigest } from './run-digest';

/** Reads what is stored of one run. */
export interface RunTexts {
  event(seq: number): Promise<RunEvent | undefined>;
  payload(ref: string): Promise<string | undefined>;
}

/** A text of two runs: its parts, and how many words were added and removed. */
export interface ComparedText {
  /** `gone`: a run has it, but it is not stored there, or no longer. `none`: no run has it. */
  readonly status: 'same' | 'changed' | 'gone' | 'none';
  /** Set if only the start of a long text was compared. */
  readonly isStart?: true;
  readonly parts: readonly TextPart[];
  readonly added: number;
  readonly removed: number;
}

/** The prompt and the output of an execution in two runs. */
export interface ComparedTexts {
  readonly prompt: ComparedText;
  readonly output: ComparedText;
}

/** Where the prompt and the output of an execution are in a run, with their hashes. */
export type TextPlaces = Pick<InstanceDigest, 'promptHash' | 'promptSeq' | 'outputHash' | 'outputSeq'>;

/** Where they are in both runs. A side is left out if that run did not start the task. */
export interface TextSides {
  readonly first?: TextPlaces;
  readonly second?: TextPlaces;
}

/** Loads the texts of one execution, and compares by words those whose hashes differ. */
export async function compareTexts(
  { first, second }: TextSides,
  firstRun: RunTexts,
  secondRun: RunTexts,
): Promise<ComparedTexts> {
  const compareByHash = async (hash: 'promptHash' | 'outputHash', seq: 'promptSeq' | 'outputSeq') => {
    const texts = { before: { run: firstRun, of: first }, after: { run: secondRun, of: second } };
    const readSide = ({ run, of }: { run: RunTexts; of: TextPlaces | undefined }) =>
      of?.[hash] === undefined ? undefined : readTextAt(run, of[seq]);
    const isSame = first?.[hash] !== undefined && first[hash] === second?.[hash];
    if (!isSame) return compareText(await readSide(texts.before), await readSide(texts.after));
    // A result that was taken over has its prompt in the run that made the call.
    const one = await readSide(second?.[seq] === undefined ? texts.before : texts.after);
    return compareText(one, one);
  };
  return {
    prompt: await compareByHash('promptHash', 'promptSeq'),
    output: await compareByHash('outputHash', 'outputSeq'),
  };
}

/** A text of a run: `gone` if its payload is no longer stored, undefined if the run has none. */
type Found = { readonly text: string } | 'gone' | undefined;

async function readTextAt(run: RunTexts, seq: number | undefined): Promise<Found> {
  if (seq === undefined) return 'gone';
  const event = await run.event(seq);
  if (event === undefined) return 'gone';
  const { text, length, ref } = findPayload(event);
  // The payload of a prompt is all of its messages, the text in the event only the start of the last one.
  const isWhole = event.kind !== 'model.requested' && text.length >= length;
  if (ref === undefined || isWhole) return { text };
  const whole = await run.payload(ref);
  if (whole === undefined) return 'gone';
  return { text: event.kind === 'model.requested' ? formatMessagesJson(whole) : whole };
}

function findPayload(event: RunEvent): Payload {
  switch (event.kind) {
    case 'model.requested':
      return {
        text: event.task ?? '',
        length: event.full_result_len ?? 0,
        ...defined({ ref: event.ref || undefined }),
      };
    case 'script.exited':
      return event.data.wholeCommand ?? { text: event.task ?? '', length: 0 };
    case 'tool.called':
      return event.data.arguments;
    default: {
      const message = event.error?.message ?? '';
      return event.result === undefined ? { text: message, length: message.length } : readResult(event);
    }
  }
}

/** The messages of a prompt, each after its role. What is not a text is written as JSON. */
function formatMessagesJson(json: string): string {
  let messages: Json;
  try {
    messages = decodeJson(json) as Json;
  } catch {
    return json;
  }
  if (!Array.isArray(messages)) return json;
  return messages
    .map((message) => {
      if (!isJsonObject(message)) return encodeJson(message);
      const { role, content } = message;
      const text = typeof content === 'string' ? content : encodeJson(content ?? message);
      return typeof role === 'string' ? `${role}: ${text}` : text;
    })
    .join('\n\n');
}

/** The most characters of a text that are compared: more would take seconds and a lot of memory. */
const mostCompared = 500_000;

function compareText(before: Found, after: Found): ComparedText {
  const nothing = { parts: [], added: 0, removed: 0 };
  if (before === 'gone' || after === 'gone') return { status: 'gone', ...nothing };
  if (before === undefined && after === undefined) return { status: 'none', ...nothing };
  const [one, other] = [before?.text ?? '', after?.text ?? ''];
  if (one === other) return { status: 'same', parts: [{ kind: 'same', text: other }], added: 0, removed: 0 };
  const isStart = Math.max(one.length, other.length) > mostCompared;
  const parts = diffWords(cutToStart(one, mostCompared), cutToStart(other, mostCompared));
  return {
    status: 'changed',
    ...defined({ isStart: isStart || undefined }),
    parts,
    added: countWordsOfKind(parts, 'added'),
    removed: countWordsOfKind(parts, 'removed'),
  };
}

function countWordsOfKind(parts: readonly TextPart[], kind: TextPart['kind']): number {
  let words = 0;
  for (const part of parts) if (part.kind === kind) words += part.text.match(/\S+/g)?.length ?? 0;
  return words;
}
