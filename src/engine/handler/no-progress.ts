import { AppError } from '@/base/errors';
import { canonicalJson } from '@/base/json';
import type { ToolCall } from '@/plan/message';

/** So many identical replies or tool calls in a row mean that there is no progress (language page, 5.6). */
const maxRepeats = 3;

/** Detects a conversation that repeats itself. */
export class NoProgress {
  #last = '';
  #times = 0;

  /** Throws `TASK_FAILURE`, reason `no_progress`, at the third identical reply or set of tool calls in a row. */
  check(text: string, toolCalls: readonly ToolCall[]): void {
    // For a reply that calls tools, only the calls count. The text beside them varies only in its words.
    const signature =
      toolCalls.length === 0 ? text : canonicalJson(toolCalls.map(({ name, arguments: given }) => [name, given]));
    this.#times = signature === this.#last ? this.#times + 1 : 1;
    this.#last = signature;
    if (this.#times < maxRepeats) return;
    const what = toolCalls.length === 0 ? 'gave the same reply' : `called ${toolCalls[0]?.name} in the same way`;
    throw new AppError('TASK_FAILURE', `The model ${what} ${maxRepeats} times in a row.`, {
      retryable: true,
      advice: 'Say more clearly what is asked for, or use another model.',
      details: { reason: 'no_progress' },
    });
  }
}
