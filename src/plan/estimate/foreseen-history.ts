import { Ancestors } from '../context/ancestors';
import type { PromptPart } from '../message';
import type { ModelRef, PlannedAtomic, PlannedTask } from '../plan';
import type { TokenCounter } from '../ports';
import type { MostTokens } from './most-tokens';

/** What the agent of a task may be sent of what was said before it. */
export interface ForeseenHistory {
  /** With a placeholder in place of the messages. */
  readonly parts: readonly PromptPart[];
  /** The most tokens that they can have, but for what was asked in tasks within others. */
  readonly maxTokens: number;
}

/**
 * The history of an atomic task among its siblings: what the tasks that it depends on, however far back, were asked and
 * may have said.
 */
export function foreseeHistory(
  task: PlannedAtomic,
  siblings: readonly PlannedTask[],
  tokens: TokenCounter,
  most: MostTokens,
): ForeseenHistory | undefined {
  if (task.contextTransfer === 'minimal') return undefined;
  const ancestors = new Ancestors({ tasks: siblings }, task.index);
  const before: PlannedTask[] = [];
  for (let depth = 1, level = ancestors.level(1); level.length > 0; level = ancestors.level(++depth)) {
    before.push(...level.flatMap((index) => siblings[index] ?? []));
  }
  if (before.length === 0) return undefined;
  const from = before.sort((a, b) => a.index - b.index).map(({ id }) => id);
  const maxTokens = before.reduce((sum, one) => sum + askedTokens(one, task.model, tokens) + most(one), 0);
  return { parts: [{ kind: 'history', text: `‹what was said in ${from.join(', ')}›`, from }], maxTokens };
}

function askedTokens(task: PlannedTask, model: ModelRef, tokens: TokenCounter): number {
  return task.type === 'atomic' ? tokens.count(task.prompt, model).tokens : 0;
}
