/** What a person is asked. */
export type Question =
  /** Asked by a task for its model. */
  | { readonly kind: 'input'; readonly path: string; readonly text: string }
  /**
   * A budget (`max_total_tokens`, `max_total_cost_usd` of the task at `path`, or of the run: '') does not cover the
   * next call. The answer is the new limit as a number, or `stop`.
   */
  | {
      readonly kind: 'budget';
      readonly path: string;
      readonly text: string;
      readonly resource: 'tokens' | 'cost';
      readonly used: number;
      readonly limit: number;
      /** The most that the next call may use. */
      readonly needed: number;
    }
  /**
   * A model has no known price, and there is a budget in US dollars. The answer is the price in USD per million tokens
   * of input and output (`5/25`), `uncounted`, or `stop`. `model`: as `provider:name`.
   */
  | { readonly kind: 'price'; readonly path: string; readonly text: string; readonly model: string };

/**
 * Port: the person who watches a run. Resolves to the answer. Rejects with `CANCELLED` on abort. Rejects with
 * `TASK_FAILURE`, reason `no_person`, if nobody can be asked, as on a command line without a terminal.
 */
export interface Person {
  ask(executionId: string, question: Question, signal: AbortSignal): Promise<string>;
}
