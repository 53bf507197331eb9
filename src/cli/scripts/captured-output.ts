import type { Readable } from 'node:stream';

/** Most bytes of both streams of a script together, as in the sandboxes; what prints more is a runaway loop. */
export const maxOutputBytes = 64 * 2 ** 20;

/** What a process has printed so far. */
export interface CapturedOutput {
  stdout(): Buffer;
  stderr(): Buffer;
}

/** Gathers what two streams bring, up to a bound; `onFlood` is called when they bring more, which is let go. */
export function captureOutput(stdout: Readable, stderr: Readable, onFlood: () => void): CapturedOutput {
  let left = maxOutputBytes;
  const gather = (stream: Readable) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      if (left > 0) chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left < 0) onFlood();
    });
    return () => Buffer.concat(chunks);
  };
  return { stdout: gather(stdout), stderr: gather(stderr) };
}

/** Bytes as text; `binary` tells that some were no UTF-8, and were replaced. */
export function decodeOutput(bytes: Buffer): { readonly text: string; readonly binary: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), binary: false };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), binary: true };
  }
}
