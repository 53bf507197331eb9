import { formatBytes } from '@/base/figures';
import type { Capture, Payload } from '@/run/event-data';

/** A whole output in the blob store, which can be opened or saved. */
export interface WholeOutput {
  /** The title above it. */
  readonly title: string;
  /** Its ref. */
  readonly blob: string;
  /** The number of stored bytes. */
  readonly bytes: number;
  /** The number of produced bytes, if known. */
  readonly produced?: number;
  readonly binary: boolean;
  /** Name of the file when it is saved. */
  readonly file: string;
}

/**
 * The whole output behind a view: stored as a file, or in the payload of the view itself. Undefined: the view shows all
 * of it.
 */
export function findWholeOutput(
  capture: Capture | undefined,
  view: Payload | undefined,
  { title, name }: { readonly title: string; readonly name: string },
): WholeOutput | undefined {
  const stored = capture?.stored;
  if (capture !== undefined && stored !== undefined) {
    // Named as in the seed, but saved uncompressed.
    const file = stored.path?.split('/').at(-1)?.replace(/\.gz$/, '') ?? `${name}.txt`;
    return { title, blob: stored.ref, bytes: stored.bytes, produced: capture.bytes, binary: capture.binary, file };
  }
  if (view?.ref === undefined) return undefined;
  return {
    title,
    blob: view.ref,
    bytes: capture?.bytes ?? view.length,
    binary: capture?.binary ?? false,
    file: `${name}.txt`,
  };
}

const views = {
  tail: (shown: string, of: string) => `Showing the last ${shown} of ${of}`,
  head: (shown: string, of: string) => `Showing the first ${shown} of ${of}`,
  both: (shown: string, of: string) => `Showing the start and the end, ${shown} of ${of}`,
  summary: (_shown: string, of: string) => `Showing a summary of ${of}`,
} as const;

/** Which part of an output a view shows, in words; undefined if it is all. */
export function formatView(capture: Capture | undefined): string | undefined {
  if (capture?.truncated !== true) return undefined;
  const { strategy = 'tail', shown = 0, bytes } = capture;
  return views[strategy](formatBytes(shown), formatBytes(bytes));
}
