import { startOfBytes } from '@/base/bytes';
import type { PromptPart } from '../message';
import type { ContextPlan } from './context-plan';

/** The banners of the context block, exactly as in the language page, section 6. */
export const blockStart = '=== RELEVANT CONTEXT ===';
export const formatBlockEnd = (tasks: number, bytes: number) => `=== END CONTEXT (${tasks} tasks, ${bytes} bytes) ===`;

const blockEndForm = /=== END CONTEXT \(\d+ tasks, \d+ bytes\) ===/g;

/** A prompt without its context block; undefined if the text ends within the block. */
export function removeContextBlock(prompt: string): string | undefined {
  if (!prompt.startsWith(blockStart)) return prompt;
  // An output in the block may have such a line too.
  const end = [...prompt.matchAll(blockEndForm)].at(-1);
  return end && prompt.slice(end.index + end[0].length).trimStart();
}

/** The lines above an output in the block. `isPart`: the output shown is not whole. */
export function formatEntryHead(id: string, relevance: number, isPart: boolean): string {
  return `Task: ${id} (relevance: ${relevance.toFixed(2)})\n${isPart ? '[Output was truncated]\n' : ''}`;
}

/**
 * The context block of a plan, as prompt parts. `textOf` returns the text of an output. Empty if the plan has no
 * outputs.
 */
export function buildContextBlock(plan: ContextPlan, textOf: (id: string) => string): readonly PromptPart[] {
  const included = plan.choices.filter(({ verdict }) => verdict !== 'out');
  if (included.length === 0) return [];
  const entries = included.map(({ id, relevance, verdict, truncated, shown }) => {
    const head = formatEntryHead(id, relevance, truncated || verdict === 'shortened');
    return `${head}${startOfBytes(textOf(id), shown)}`;
  });
  const text = [blockStart, ...entries, formatBlockEnd(plan.tasks, plan.bytes)].join('\n\n');
  return [{ kind: 'context', text, from: included.map(({ id }) => id) }];
}
