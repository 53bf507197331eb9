import { hashText } from '@/base/hash';
import type { Prompt, PromptPart } from '@/plan/message';
import type { PlannedCall } from '@/plan/plan';
import { type JournalPath, type PathKind, stepsOf, taskPathOf } from '@/run/journal-path';
import type { RunContext } from '../attempt';
import type { PromptCaching } from '../ports/model-client';

/** What there is more than one of, each of which begins as the others do. */
const repeated: ReadonlySet<PathKind> = new Set(['iter', 'item', 'step', 'sample', 'try']);

/** What is told the same context as its neighbours. What goes round is told what came before it. */
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
 * What of a call at a path may be sent again, to be spread into its request: of a task that runs once, in one turn,
 * nothing, as writing into a cache costs more with some makers. The key names the workflow and the place of the task:
 * the same in every run, round and item. `context`: as {@link contextLength} has it.
 */
export function promptCaching(
  { cache }: Pick<PlannedCall, 'cache'>,
  hasTools: boolean,
  path: JournalPath,
  { plan }: Pick<RunContext, 'plan'>,
  context?: number,
): { readonly caching?: PromptCaching } {
  if (cache === 'off') return {};
  const steps = stepsOf(path);
  const isRepeated = steps.some(({ kind }) => repeated.has(kind));
  const isToldAlike = context !== undefined && steps.some(({ kind }) => sharedPrefixKinds.has(kind));
  const key = hashText(JSON.stringify([plan.name, taskPathOf(path)])).slice(0, keyLength);
  return { caching: { key, start: isRepeated || hasTools, turns: hasTools, ...(isToldAlike ? { context } : {}) } };
}

/** How many characters of the first user message are its context; undefined: it has neither context nor files. */
export function contextLength({ messages, parts }: Prompt): number | undefined {
  const first = messages.findIndex(({ role }) => role === 'user');
  const inFirst = parts.filter(({ message }) => message === first);
  const after = inFirst.findIndex(({ kind }) => !contextKinds.has(kind));
  return inFirst.slice(0, after === -1 ? undefined : after).at(-1)?.end;
}
