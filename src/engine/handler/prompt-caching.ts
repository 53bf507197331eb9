import { hashText } from '@/base/hash';
import type { PlannedCall } from '@/plan/plan';
import { type JournalPath, type PathKind, placeOf, stepsOf } from '@/run/path';
import type { RunContext } from '../attempt';
import type { PromptCaching } from '../ports';

/** What there is more than one of, each of which begins as the others do. */
const repeated: ReadonlySet<PathKind> = new Set(['iter', 'item', 'step', 'sample', 'try']);

/** Characters of a key. OpenAI takes 64 (developers.openai.com, API reference, `prompt_cache_key`). */
const keyLength = 32;

/**
 * What of a call at a path may be sent again, to be spread into its request: of a task that runs once, in one turn,
 * nothing, as writing into a cache costs more with some makers. The key names the workflow and the place of the task:
 * the same in every run, round and item.
 */
export function promptCaching(
  { cache }: Pick<PlannedCall, 'cache'>,
  hasTools: boolean,
  path: JournalPath,
  { plan }: Pick<RunContext, 'plan'>,
): { readonly caching?: PromptCaching } {
  if (cache === 'off') return {};
  const isRepeated = stepsOf(path).some(({ kind }) => repeated.has(kind));
  const key = hashText(JSON.stringify([plan.name, placeOf(path)])).slice(0, keyLength);
  return { caching: { key, start: isRepeated || hasTools, turns: hasTools } };
}
