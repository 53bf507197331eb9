import { computeShortHash } from '@/base/hash';
import type { JournalPath } from './journal-path';

/** A cache: the same few paths are looked up again and again, because each event names its own and its parent's. */
const known = new Map<JournalPath, string>();
const mostKnown = 4096;

/**
 * The short id of an event: the first 8 characters of its path's hash. It stands apart from `journal-path.ts`, so that
 * the first screen, which reads paths, does not need the hash function.
 */
export function buildShortId(path: JournalPath): string {
  const found = known.get(path);
  if (found !== undefined) return found;
  const id = computeShortHash(path);
  if (known.size >= mostKnown) known.clear();
  known.set(path, id);
  return id;
}
