import { cutToStart } from '@/base/start-of';
import { type Digest, writeDigest } from './digest';

/** Most characters of older outputs, of the last one, and of an error. Smaller steps follow as the room runs out. */
const lengths = { outputs: [500, 240, 120], last: [16_000, 8000, 4000, 2000, 1000, 500, 240, 120], errors: [240, 120] };

/** Tests whether there is room for a text. */
type Fits = (text: string) => boolean;

/**
 * Shortens a digest to fit. First older outputs are shortened and the oldest dropped, then the last output is
 * shortened, then errors. Last, the oldest decisions are dropped; they may get more room. It counts what it drops. If
 * nothing fits, only the title and the counts are left.
 */
export function fitDigest(digest: Digest, fits: Fits, decisionsFit: Fits = fits): Digest {
  let current = digest;
  for (const step of steps) {
    if (fits(writeDigest(current))) return current;
    current = step(current, (candidate) => fits(writeDigest(candidate)));
  }
  const ok = (candidate: Digest) => decisionsFit(writeDigest(candidate));
  return ok(current) ? current : dropOldestEntries(current, 'decisions', 0, ok);
}

/** Shortens a text to at most so many characters, without the mark that shows the cut. */
export function shortenTo(text: string, most: number): string {
  const isMarked = text.endsWith(mark);
  const bare = isMarked ? text.slice(0, -mark.length) : text;
  return bare.length <= most ? text : `${cutToStart(bare, most)}${mark}`;
}

const mark = ' […]';

type Step = (digest: Digest, ok: (candidate: Digest) => boolean) => Digest;

const steps: readonly Step[] = [
  ...lengths.outputs.map(
    (most): Step =>
      (digest) => ({
        ...digest,
        outputs: digest.outputs.map((text, index, all) => (index === all.length - 1 ? text : shortenTo(text, most))),
      }),
  ),
  (digest, ok) => dropOldestEntries(digest, 'outputs', 1, ok),
  ...lengths.last.map(
    (most): Step =>
      (digest) => ({
        ...digest,
        outputs: digest.outputs.map((text) => shortenTo(text, most)),
      }),
  ),
  (digest, ok) => dropOldestEntries(digest, 'outputs', 0, ok),
  ...lengths.errors.map(
    (most): Step =>
      (digest) => ({
        ...digest,
        errors: digest.errors.map((text) => shortenTo(text, most)),
      }),
  ),
  (digest, ok) => dropOldestEntries(digest, 'errors', 0, ok),
];

/** The digest without its oldest entries: it drops as few as possible, but never the last `kept`. */
function dropOldestEntries(
  digest: Digest,
  kind: 'outputs' | 'errors' | 'decisions',
  kept: number,
  ok: (candidate: Digest) => boolean,
): Digest {
  const all = digest[kind];
  const dropCount = (count: number): Digest => ({
    ...digest,
    [kind]: all.slice(count),
    gone: { ...digest.gone, [kind]: digest.gone[kind] + count },
  });
  let low = 0;
  let high = Math.max(0, all.length - kept);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (ok(dropCount(middle))) high = middle;
    else low = middle + 1;
  }
  return dropCount(high);
}
