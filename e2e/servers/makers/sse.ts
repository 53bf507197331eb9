import type { ServerResponse } from 'node:http';

/** The part of an answer that a piece belongs to. */
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

/** The words of a text, each with the space after it: the units of streaming. */
export function pieces(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

interface StreamFaults {
  /** The phase in the middle of which the connection is torn down. */
  readonly cut?: string | undefined;
  /** The phase in the middle of which it waits. */
  readonly hold?: { readonly phase: string; readonly untilReleased: () => Promise<void> } | undefined;
  /** How long it takes from the first frame to the last. */
  readonly writingMs?: number;
}

/** Writes the frames, with the requested faults. */
export async function stream(
  response: ServerResponse,
  frames: readonly Frame[],
  { cut, hold, writingMs = 0 }: StreamFaults = {},
): Promise<void> {
  const end = cut === undefined ? frames.length : middleOf(frames, cut) + 1;
  const waitsAfter = hold === undefined ? -1 : middleOf(frames, hold.phase);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  for (const [index, { text }] of frames.slice(0, end).entries()) {
    response.write(text);
    if (index === waitsAfter) await hold?.untilReleased();
    // Each piece arrives by itself, as over a real network.
    await new Promise((resolve) =>
      writingMs === 0 ? setImmediate(resolve) : setTimeout(resolve, writingMs / frames.length),
    );
  }
  if (cut === undefined) response.end();
  // Once the written part was sent; otherwise the client would see nothing of the answer.
  else response.write(':\n\n', () => response.destroy());
}

/** The frame in the middle of a phase; the first frame of all if the answer lacks that phase. */
function middleOf(frames: readonly Frame[], phase: string): number {
  const within = frames.flatMap((frame, index) => (frame.phase === phase ? [index] : []));
  return within[Math.floor(within.length / 2)] ?? 0;
}
