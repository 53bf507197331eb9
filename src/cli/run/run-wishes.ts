import type { StoreFlags } from './store-place';

/** The options of a run, besides its file. */
export interface RunFlags extends StoreFlags {
  readonly var?: readonly string[] | undefined;
  readonly input?: string | undefined;
  /** A sentence: what fits it best among definitions is run, in the place of the tasks of the file. */
  readonly match?: string | undefined;
  /** Folder of saved definitions. */
  readonly library?: string | undefined;
  /** For every task, as `provider:name`. */
  readonly model?: string | undefined;
  readonly provider?: readonly string[] | undefined;
  /** Protocols at base URLs of the environment: `compatible`, `openai=compatible`. */
  readonly protocol?: readonly string[] | undefined;
  /** File with the events of an earlier run, whose results are reused for equal requests. */
  readonly recording?: string | undefined;
  /** Id of the run to resume; empty: the last one. */
  readonly resume?: string | undefined;
  /** Whether to resume a run although its workflow has changed since. */
  readonly 'as-planned'?: boolean | undefined;
  /** Id of the earlier run whose results are reused for equal requests; empty: the last one. */
  readonly from?: string | undefined;
  /** Number of its last event to reuse. */
  readonly at?: string | undefined;
  /** Ids of the tasks to run alone, with what an earlier run gives them; of those to run to; of those to run from. */
  readonly only?: readonly string[] | undefined;
  readonly until?: readonly string[] | undefined;
  readonly 'from-task'?: readonly string[] | undefined;
  /** Which runs may answer: `all`, `continued` or `never`. */
  readonly reuse?: string | undefined;
  /** Paths of tasks to ask anew. */
  readonly anew?: readonly string[] | undefined;
  /** How old answers of other runs may be: `30d`, `12h`, `90m`. */
  readonly 'max-age'?: string | undefined;
  /** Whether a call without an answer is not made. */
  readonly offline?: boolean | undefined;
  /** Whether the run pauses at breakpoints. */
  readonly breakpoints?: boolean | undefined;
  /** Folder in which scripts run, and whose files tasks can read. Default: that of the workflow. */
  readonly files?: string | undefined;
  /** Secrets that may be sent, and where: `NAME=https://api.example.org`. */
  readonly 'allow-secret'?: readonly string[] | undefined;
  readonly 'allow-scripts'?: boolean | undefined;
  /** Names of variables of the environment that scripts see, besides those that all see. */
  readonly 'pass-env'?: readonly string[] | undefined;
  /**
   * The assumed price of models without a known one, as `IN/OUT` in USD for a million tokens, or one figure for both.
   */
  readonly 'unknown-price-usd'?: string | undefined;
  /** Whether to print figures about outputs and contexts at the end. */
  readonly metrics?: boolean | undefined;
  readonly json?: boolean | undefined;
  /** Answers to questions of the run, by the path of the question. */
  readonly answers?: ReadonlyMap<string, string> | undefined;
  /** Whether the run has no effects except on the journal, if one is given. */
  readonly simulate?: boolean | undefined;
}
