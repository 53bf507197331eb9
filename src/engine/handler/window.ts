import type { Prompt } from '@/plan/message';
import type { PlannedAtomic } from '@/plan/plan';
import type { Attempt, TokenRoom } from '../attempt';

/** The context window of a conversation: what fits into it, and how tokens are counted. Tokens throughout. */
export interface Window {
  /** Of the model; undefined: not known. */
  readonly size: number | undefined;
  /** Most that may be sent: the share of the window that the task may use, with room for the answer. Undefined: not known. */
  readonly usable: number | undefined;
  /** Kept free for the answer. */
  readonly reserve: number;
  readonly exact: boolean;
  count(text: string): number;
  /** What is left for the work of others beside a prompt without it; undefined where the window is not known. */
  roomBeside(prompt: Prompt): TokenRoom | undefined;
}

/** Opens the window of a task's conversation. */
export async function openWindow(task: PlannedAtomic, { run }: Attempt): Promise<Window> {
  const counter = await run.deps.tokens();
  const size = run.deps.windows.windowOf(task.model);
  const { maxOutputTokens: reserve, maxContextWindowFraction } = task.limits;
  const usable =
    size === undefined ? undefined : Math.max(0, Math.min(Math.floor(size * maxContextWindowFraction), size - reserve));
  const count = (text: string) => counter.count(text, task.model).tokens;
  return {
    size,
    usable,
    reserve,
    exact: counter.count('', task.model).exact,
    count,
    roomBeside: ({ messages }) => {
      if (usable === undefined) return undefined;
      const taken = messages.reduce((sum, { content }) => sum + count(content), 0);
      return { tokens: Math.max(0, usable - taken), count };
    },
  };
}
