import { startOfBytes } from '@/base/bytes';
import type { PromptPart } from '../message';
import type { ContextPlan } from './context-plan';

/** The banners of the context block (language page, section 6), to the letter. */
export const blockStart = '=== RELEVANT CONTEXT ===';
export const blockEnd = (tasks: number, bytes: number) => `=== END CONTEXT (${tasks} tasks, ${bytes} bytes) ===`;

/** What is above an output in the block. `isPart`: what is shown is not the whole. */
export function entryHead(id: string, relevance: number, isPart: boolean): string {
  return `Task: ${id} (relevance: ${relevance.toFixed(2)})\n${isPart ? '[Output was truncated]\n' : ''}`;
}

/** The block that a context plan stands for; `textOf` gives the outputs that are in. None is in: no part. */
export function contextBlock(plan: ContextPlan, textOf: (id: string) => string): readonly PromptPart[] {
  const told = plan.choices.filter(({ verdict }) => verdict !== 'out');
  if (told.length === 0) return [];
  const entries = told.map(({ id, relevance, verdict, truncated, shown }) => {
    const head = entryHead(id, relevance, truncated || verdict === 'shortened');
    return `${head}${startOfBytes(textOf(id), shown)}`;
  });
  const text = [blockStart, ...entries, blockEnd(plan.tasks, plan.bytes)].join('\n\n');
  return [{ kind: 'context', text, from: told.map(({ id }) => id) }];
}
