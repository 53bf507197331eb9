import type { StreamDelta } from '@/run/runner';

/** Most bytes of a notification: PostgreSQL takes fewer than 8000. */
export const noticeBytes = 7900;

/** Most characters that wait to be sent. What comes beyond is dropped: the reply is an event. */
const mostWaiting = 65_536;

/** Text of a call in a notification: run, path, call, whether it is thinking, text. */
export type TextEntry = readonly [string, string, string | null, boolean, string];

/** Gathers the text that streams from many calls, and makes as few notifications of it as its length allows. */
export class TextGatherer {
  #deltas = new Map<string, StreamDelta>();
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(delta: StreamDelta): void {
    if (this.#length + delta.text.length > mostWaiting) return;
    this.#length += delta.text.length;
    const key = JSON.stringify([delta.executionId, delta.path, delta.call, delta.isReasoning]);
    const before = this.#deltas.get(key);
    this.#deltas.set(key, before === undefined ? delta : { ...delta, text: before.text + delta.text });
  }

  /** What waits, as the entries of one notification each, in order. `bytes`: how long all entries of one may be. */
  take(bytes: number): readonly (readonly TextEntry[])[] {
    const notices: TextEntry[][] = [];
    let room = 0;
    for (const { executionId, path, call = null, isReasoning = false, text } of this.#deltas.values()) {
      const createEntry = (piece: string): TextEntry => [executionId, path, call, isReasoning, piece];
      // With the comma after it.
      const around = Buffer.byteLength(JSON.stringify(createEntry(''))) + 1;
      if (around > bytes / 2) continue;
      for (const piece of cutText(text, bytes - around)) {
        const size = around + countJsonBytes(piece);
        if (notices.length === 0 || size > room) {
          notices.push([]);
          room = bytes;
        }
        notices.at(-1)?.push(createEntry(piece));
        room -= size;
      }
    }
    this.#deltas = new Map();
    this.#length = 0;
    return notices;
  }
}

/** Cuts a text so that no piece is longer than `bytes` within a JSON string. No character is cut in two. */
export function cutText(text: string, bytes: number): readonly string[] {
  if (countJsonBytes(text) <= bytes) return text === '' ? [] : [text];
  const pieces: string[] = [];
  let from = 0;
  let at = 0;
  let size = 0;
  for (const character of text) {
    const cost = countCharacterBytes(character);
    if (size + cost > bytes && at > from) {
      pieces.push(text.slice(from, at));
      from = at;
      size = 0;
    }
    at += character.length;
    size += cost;
  }
  if (at > from) pieces.push(text.slice(from, at));
  return pieces;
}

function countCharacterBytes(character: string): number {
  // Most need nothing of JSON.
  return /[a-zA-Z0-9 ]/.test(character) ? 1 : countJsonBytes(character);
}

/** Bytes of a text within a JSON string. */
function countJsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
