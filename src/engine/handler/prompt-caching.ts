import { hashText } from '@/base/hash';
import type { Prompt, PromptPart } from '@/plan/message';
import type { PlannedCall } from '@/plan/plan';
import { getTaskPath, type JournalPath, type PathKind, parsePathSteps } from '@/run/journal-path';
import type { RunContext } from '../attempt';
import type { PromptCaching } from '../ports/model-client';

/** Kinds of tasks that exist several times, each with a prompt that begins alike. */
const repeated: ReadonlySet<PathKind> = new Set(['iter', 'item', 'step', 'sample', 'try']);

/** Kinds that share a context. Rounds and steps do not, because each gets the output of those before it. */
const sharedPrefixKinds: ReadonlySet<PathKind> = new Set(['item', 'sample', 'try']);
const contextKinds: ReadonlySet<PromptPart['kind']> = new Set([
  'attachments',
  'context',
  'inherited',
  'previous',
  'matched',
]);

/** Characters of a key. OpenAI takes 64 (developers.openai.com, API reference, `prompt_cache_key`). */
const keyLength = 32;

/**
 * Which parts of a call at a path may be sent again, ready to be spread into its request. A task that runs once, in one
 * turn, has none, because some providers charge more for writing into a cache. The key combines the workflow and the
 * task path, so it is the same in every run, round and item. `context`: see {@link computeContextLength}.
 */
export function buildPromptCaching(
  { cache }: Pick<PlannedCall, 'cache'>,
  hasTools: boolean,
  path: JournalPath,
  { plan }: Pick<RunContext, 'plan'>,
  context?: number,
): { readonly caching?: PromptCaching } {
  if (cache === 'off') return {};
  const steps = parsePathSteps(path);
  const isRepeated = steps.some(({ kind }) => repeated.has(kind));
  const sharesContext = context !== undefined && steps.some(({ kind }) => sharedPrefixKinds.has(kind));
  const key = hashText(JSON.stringify([plan.name, getTaskPath(path)])).slice(0, keyLength);
  return { caching: { key, start: isRepeated || hasTools, turns: hasTools, ...(sharesContext ? { context } : {}) } };
}

/** How many characters of the first user message are its context; undefined: it has neither context nor files. */
export function computeContextLength({ messages, parts }: Prompt): number | undefined {
  const first = messages.findIndex(({ role }) => role === 'user');
  const inFirst = parts.filter(({ message }) => message === first);
  const after = inFirst.findIndex(({ kind }) => !contextKinds.has(kind));
  return inFirst.slice(0, after === -1 ? undefined : after).at(-1)?.end;
}
