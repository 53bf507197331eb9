import { AppError } from '@/base/errors';
import { canonicalJson } from '@/base/json';
import type { ToolCall } from '@/plan/message';

/** So many identical replies in a row, or calls of tools, mean that nothing comes of it (language page, 5.6). */
const most = 3;

/** Watches a conversation that turns in a circle. */
export class NoProgress {
  #last = '';
  #times = 0;

  /** Throws `TASK_FAILURE`, reason `no_progress`, at the third reply in a row that says or calls the same. */
  check(text: string, toolCalls: readonly ToolCall[]): void {
    // Of a reply that calls tools the calls count: what models write beside them differs in words alone.
    const said =
      toolCalls.length === 0 ? text : canonicalJson(toolCalls.map(({ name, arguments: given }) => [name, given]));
    this.#times = said === this.#last ? this.#times + 1 : 1;
    this.#last = said;
    if (this.#times < most) return;
    const what = toolCalls.length === 0 ? 'gave the same reply' : `called ${toolCalls[0]?.name} in the same way`;
    throw new AppError('TASK_FAILURE', `The model ${what} ${most} times in a row.`, {
      retryable: true,
      advice: 'Say more clearly what is asked for, or use another model.',
      details: { reason: 'no_progress' },
    });
  }
}
