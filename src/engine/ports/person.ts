/** What a person is asked. */
export type Question =
  /** By a task, on behalf of its model. */
  | { readonly kind: 'input'; readonly path: string; readonly text: string }
  /**
   * A budget (`max_total_tokens`, `max_total_cost_usd` of the task at `path`, or of the run: '') does not allow the
   * next call. Answered by the new limit as a number, or `stop`.
   */
  | {
      readonly kind: 'budget';
      readonly path: string;
      readonly text: string;
      readonly resource: 'tokens' | 'cost';
      readonly used: number;
      readonly limit: number;
      /** What the next call may take at most. */
      readonly needed: number;
    }
  /**
   * A model has no known price, and there is a budget in USD. Answered by USD for a million tokens of input and output
   * (`5/25`), `uncounted`, or `stop`. `model`: as `provider:name`.
   */
  | { readonly kind: 'price'; readonly path: string; readonly text: string; readonly model: string };

/**
 * Port: the person who watches a run. Resolves to the answer. Rejects with `CANCELLED` on abort, and with
 * `TASK_FAILURE`, reason `no_person`, where nobody can be asked, such as on a command line without a terminal.
 */
export interface Person {
  ask(executionId: string, question: Question, signal: AbortSignal): Promise<string>;
}
