import { Ancestors } from '../context/ancestors';
import type { PromptPart } from '../message';
import type { ModelRef, PlannedAtomic, PlannedTask } from '../plan';
import type { TokenCounter } from '../ports';
import type { MostTokens } from './most-tokens';

/** The history that the agent of a task may be sent. */
export interface ForeseenHistory {
  /** The history part, with a placeholder for the messages. */
  readonly parts: readonly PromptPart[];
  /** The most tokens that the messages can have; prompts of nested tasks are not counted. */
  readonly maxTokens: number;
}

/**
 * The history of an atomic task among its siblings: the prompts and possible replies of all tasks that it depends on,
 * directly or not.
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
