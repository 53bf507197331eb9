import type { JsonObject } from '@/base/json';
import type { AskForm } from '@/workflow/ask-form';

interface AnyQuestion {
  /** Journal path of the question, by which it is answered. */
  readonly path: string;
  readonly text: string;
  /**
   * Says why an answer cannot be taken, as a sentence for the person; undefined: it can. Left out: any text can.
   * Whoever takes an answer checks it by this.
   */
  readonly problemOf?: (answer: string) => Promise<string | undefined>;
}

/** What a person is asked. */
export type Question =
  /**
   * Asked by a task for its model, or by an `ask` task, with a form. The answer to a form is JSON: an object of its
   * fields.
   */
  | (AnyQuestion & { readonly kind: 'input'; readonly form?: AskForm })
  /** A run pauses at a breakpoint. The answer is JSON of its form: `answer` is `continue`, or `step`. */
  | (AnyQuestion & { readonly kind: 'breakpoint'; readonly form: AskForm })
  /** Whether a tool may be called. The answer is JSON of an `ApprovalAnswer` (`run/approval.ts`). */
  | (AnyQuestion & {
      readonly kind: 'approval';
      readonly tool: string;
      readonly args: JsonObject;
      /** JSON Schema of the arguments. */
      readonly parameters: JsonObject;
    })
  /**
   * A budget (`max_total_tokens`, `max_total_cost_usd` of the task at `path`, or of the run: '') does not cover the
   * next call. The answer is the new limit as a number, or `stop`.
   */
  | (AnyQuestion & {
      readonly kind: 'budget';
      readonly resource: 'tokens' | 'cost';
      readonly used: number;
      readonly limit: number;
      /** The most that the next call may use. */
      readonly needed: number;
    })
  /**
   * A model has no known price, and there is a budget in US dollars. The answer is the price in USD per million tokens
   * of input and output (`5/25`), `uncounted`, or `stop`. `model`: as `provider:name`.
   */
  | (AnyQuestion & { readonly kind: 'price'; readonly model: string });

/**
 * Port: the person who watches a run. Resolves to an answer that fits the question. Rejects with `CANCELLED` on abort.
 * Rejects with `TASK_FAILURE`, reason `no_person`, if nobody can be asked, as on a command line without a terminal.
 */
export interface Person {
  ask(executionId: string, question: Question, signal: AbortSignal): Promise<string>;
}
