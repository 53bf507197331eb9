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

/** Writes the frames; with `cut` only up to the middle of that phase, after which the connection is torn down. */
export async function stream(response: ServerResponse, frames: readonly Frame[], cut?: string): Promise<void> {
  const within = frames.flatMap(({ phase }, index) => (phase === cut ? [index] : []));
  const end = cut === undefined ? frames.length : (within[Math.floor(within.length / 2)] ?? 0) + 1;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  for (const { text } of frames.slice(0, end)) {
    response.write(text);
    // Each piece arrives by itself, as over a real line.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (cut === undefined) response.end();
  // After what was written has left, or the client would see nothing of the answer.
  else response.write(':\n\n', () => response.destroy());
}
