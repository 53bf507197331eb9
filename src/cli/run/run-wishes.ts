/** What a run is asked for, besides its file. */
export interface RunFlags {
  readonly var?: readonly string[] | undefined;
  readonly input?: string | undefined;
  /** For every task, as `provider:name`. */
  readonly model?: string | undefined;
  readonly provider?: readonly string[] | undefined;
  /** Protocols that are spoken at base URLs of the environment: `compatible`, `openai=compatible`. */
  readonly protocol?: readonly string[] | undefined;
  /** Folder of the journal. Default: `.heddle/runs` beside the workflow. */
  readonly journal?: string | undefined;
  /** File with the events of an earlier run, whose results are taken where the same is asked. */
  readonly recording?: string | undefined;
  /** Id of the run to take up; empty: the last one. */
  readonly resume?: string | undefined;
  /** Whether a run is taken up though its workflow has changed since. */
  readonly 'as-planned'?: boolean | undefined;
  /** Id of the earlier run whose results are taken where the same is asked; empty: the last one. */
  readonly from?: string | undefined;
  /** Number of its last event that is taken from. */
  readonly at?: string | undefined;
  /** Folder in which scripts run and whose files tasks see. Default: that of the workflow. */
  readonly files?: string | undefined;
  readonly 'allow-scripts'?: boolean | undefined;
  /** What models cost whose price is not known, as `IN/OUT` in USD for a million tokens, or one figure for both. */
  readonly 'unknown-price-usd'?: string | undefined;
  /** Whether figures about outputs and contexts are printed at the end. */
  readonly metrics?: boolean | undefined;
  readonly json?: boolean | undefined;
  /** Nothing is to happen: no effect but on the journal, if one is given. */
  readonly simulate?: boolean | undefined;
}
