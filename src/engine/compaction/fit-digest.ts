import { startOf } from '@/run/start-of';
import { type Digest, writeDigest } from './digest';

/** Most characters of older outputs, of the last one, and of an error, as room gets shorter. */
const lengths = { outputs: [500, 240, 120], last: [16_000, 8000, 4000, 2000, 1000, 500, 240, 120], errors: [240, 120] };

/** Tells of a text whether there is room for it. */
type Fits = (text: string) => boolean;

/**
 * A digest made to fit: first older outputs are shortened and the oldest of them go, then the last one is shortened,
 * then errors, and at last the oldest decisions go, for which more room may be given. What goes is counted in it. Where
 * nothing fits, what is left is its title and the counts.
 */
export function fitDigest(digest: Digest, fits: Fits, decisionsFit: Fits = fits): Digest {
  let now = digest;
  for (const step of steps) {
    if (fits(writeDigest(now))) return now;
    now = step(now, (one) => fits(writeDigest(one)));
  }
  const ok = (one: Digest) => decisionsFit(writeDigest(one));
  return ok(now) ? now : withoutOldest(now, 'decisions', 0, ok);
}

/** A text of at most so many characters beside the mark that says that it was longer. */
export function shortenTo(text: string, most: number): string {
  const isMarked = text.endsWith(mark);
  const bare = isMarked ? text.slice(0, -mark.length) : text;
  return bare.length <= most ? text : `${startOf(bare, most)}${mark}`;
}

const mark = ' […]';

type Step = (digest: Digest, ok: (one: Digest) => boolean) => Digest;

const steps: readonly Step[] = [
  ...lengths.outputs.map(
    (most): Step =>
      (digest) => ({
        ...digest,
        outputs: digest.outputs.map((text, index, all) => (index === all.length - 1 ? text : shortenTo(text, most))),
      }),
  ),
  (digest, ok) => withoutOldest(digest, 'outputs', 1, ok),
  ...lengths.last.map(
    (most): Step =>
      (digest) => ({
        ...digest,
        outputs: digest.outputs.map((text) => shortenTo(text, most)),
      }),
  ),
  (digest, ok) => withoutOldest(digest, 'outputs', 0, ok),
  ...lengths.errors.map(
    (most): Step =>
      (digest) => ({
        ...digest,
        errors: digest.errors.map((text) => shortenTo(text, most)),
      }),
  ),
  (digest, ok) => withoutOldest(digest, 'errors', 0, ok),
];

/** The digest without as few of the oldest as will do, or without any but the last `kept` of them. */
function withoutOldest(
  digest: Digest,
  kind: 'outputs' | 'errors' | 'decisions',
  kept: number,
  ok: (one: Digest) => boolean,
): Digest {
  const all = digest[kind];
  const without = (count: number): Digest => ({
    ...digest,
    [kind]: all.slice(count),
    gone: { ...digest.gone, [kind]: digest.gone[kind] + count },
  });
  let low = 0;
  let high = Math.max(0, all.length - kept);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (ok(without(middle))) high = middle;
    else low = middle + 1;
  }
  return without(high);
}
