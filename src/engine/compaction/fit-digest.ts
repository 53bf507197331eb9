import { startOf } from '@/run/start-of';
import { type Digest, writeDigest } from './digest';

/** Most characters of an output, and of an error, as room gets shorter. */
const outputLengths = [500, 240, 120] as const;
const errorLengths = [240, 120] as const;

/**
 * A digest made to fit: first outputs are shortened and the oldest of them go, then errors, and at last the oldest decisions. What goes is
 * counted in it. Where nothing fits, what is left is its title and the counts.
 */
export function fitDigest(digest: Digest, fits: (text: string) => boolean): Digest {
  let now = digest;
  const ok = (one: Digest) => fits(writeDigest(one));
  if (ok(now)) return now;
  for (const most of outputLengths) {
    now = { ...now, outputs: now.outputs.map((text) => shortened(text, most)) };
    if (ok(now)) return now;
  }
  now = withoutOldest(now, 'outputs', ok);
  if (ok(now)) return now;
  for (const most of errorLengths) {
    now = { ...now, errors: now.errors.map((text) => shortened(text, most)) };
    if (ok(now)) return now;
  }
  now = withoutOldest(now, 'errors', ok);
  return ok(now) ? now : withoutOldest(now, 'decisions', ok);
}

/** A text of at most so many characters beside the mark that says that it was longer. */
export function shortened(text: string, most: number): string {
  if (text.length <= most || text === `${startOf(text, most)}${mark}`) return text;
  return `${startOf(text.endsWith(mark) ? text.slice(0, -mark.length) : text, most)}${mark}`;
}

const mark = ' […]';

/** The digest without as few of the oldest as will do, or without any of them. */
function withoutOldest(digest: Digest, kind: 'outputs' | 'errors' | 'decisions', ok: (one: Digest) => boolean): Digest {
  const all = digest[kind];
  const without = (count: number): Digest => ({
    ...digest,
    [kind]: all.slice(count),
    gone: { ...digest.gone, [kind]: digest.gone[kind] + count },
  });
  let low = Math.min(1, all.length);
  let high = all.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (ok(without(middle))) high = middle;
    else low = middle + 1;
  }
  return without(high);
}
