import { AppError } from '@/base/errors';
import { encodeCanonicalJson } from '@/base/json';
import type { ToolCall } from '@/plan/message';

/**
 * So many identical replies, or identical tool calls with identical results, in a row mean that there is no progress
 * (language page, 5.6).
 */
const maxRepeats = 3;

/** Detects a conversation that repeats itself. */
export class NoProgress {
  #last = '';
  #times = 0;

  /**
   * Throws `TASK_FAILURE`, reason `no_progress`, at the third reply in a row that is the same, or calls the same tools
   * and gets the same results. A tool whose results differ is polled; that ends by itself, or at the limit of turns.
   * `results`: the texts that the calls got, in their order.
   */
  check(text: string, toolCalls: readonly ToolCall[], results: readonly string[]): void {
    // For a reply that calls tools, only the calls and their results count. The text beside them varies in its words.
    const signature =
      toolCalls.length === 0
        ? text
        : encodeCanonicalJson(
            toolCalls.map(({ name, arguments: given }, index) => [name, given, results[index] ?? '']),
          );
    this.#times = signature === this.#last ? this.#times + 1 : 1;
    this.#last = signature;
    if (this.#times < maxRepeats) return;
    const what =
      toolCalls.length === 0
        ? 'gave the same reply'
        : `called ${toolCalls[0]?.name} in the same way, with the same result,`;
    throw new AppError('TASK_FAILURE', `The model ${what} ${maxRepeats} times in a row.`, {
      retryable: true,
      advice: 'Say more clearly what is asked for, or use another model.',
      details: { reason: 'no_progress' },
    });
  }
}
