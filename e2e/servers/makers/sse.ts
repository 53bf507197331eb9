import type { ServerResponse } from 'node:http';

/** Where in an answer a piece of it stands. */
export type Phase = 'start' | 'thinking' | 'text' | 'call' | 'end';

/** A piece of a streamed answer, ready to be written. */
export interface Frame {
  readonly phase: Phase;
  readonly text: string;
}

/** A server-sent event without a name. */
export function data(phase: Phase, value: unknown): Frame {
  return { phase, text: `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n` };
}

/** A server-sent event with a name. */
export function event(phase: Phase, name: string, value: unknown): Frame {
  return { phase, text: `event: ${name}\ndata: ${JSON.stringify(value)}\n\n` };
}

/** The words of a text with the space after each: what is streamed at a time. */
export function pieces(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

interface StreamFaults {
  /** The phase in the middle of which the connection is torn down. */
  readonly cut?: string | undefined;
  /** The phase in the middle of which it waits. */
  readonly hold?: { readonly phase: string; readonly untilReleased: () => Promise<void> } | undefined;
}

/** Writes the frames, with the faults that are asked for. */
export async function stream(
  response: ServerResponse,
  frames: readonly Frame[],
  { cut, hold }: StreamFaults = {},
): Promise<void> {
  const end = cut === undefined ? frames.length : middleOf(frames, cut) + 1;
  const waitsAfter = hold === undefined ? -1 : middleOf(frames, hold.phase);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  for (const [index, { text }] of frames.slice(0, end).entries()) {
    response.write(text);
    if (index === waitsAfter) await hold?.untilReleased();
    // Each piece arrives by itself, as over a real line.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (cut === undefined) response.end();
  // After what was written has left, or the client would see nothing of the answer.
  else response.write(':\n\n', () => response.destroy());
}

/** The frame in the middle of a phase; the first of all where the answer lacks it. */
function middleOf(frames: readonly Frame[], phase: string): number {
  const within = frames.flatMap((frame, index) => (frame.phase === phase ? [index] : []));
  return within[Math.floor(within.length / 2)] ?? 0;
}
