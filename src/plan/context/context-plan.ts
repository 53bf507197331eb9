/** Why an earlier output has its relevance for a task (language page, section 6): the first rule that applies. */
export type RelevanceRule = 'direct' | 'transitive' | 'agent' | 'recent' | 'none';

/** Why an output is in the prompt, or not. */
export type ChoiceReason =
  /** In the prompt: `include_tasks` names it; or it is relevant enough. */
  | 'included'
  | 'relevant'
  /** Left out. */
  | 'excluded'
  | 'not_listed'
  | 'named'
  | 'below_min'
  | 'too_old'
  | 'max_tasks'
  | 'max_bytes'
  | 'window'
  | 'pruned'
  | 'empty';

/** What was decided about one earlier output. */
export interface ContextChoice {
  /** Id of its task in the scope. */
  readonly id: string;
  /** 0 to 1. */
  readonly relevance: number;
  readonly rule: RelevanceRule;
  readonly verdict: 'whole' | 'shortened' | 'out';
  readonly reason: ChoiceReason;
  /** Bytes of the output as templates see it; 0 if known only in the run. */
  readonly bytes: number;
  /** Bytes of it in the block. */
  readonly shown: number;
  /**
   * The most tokens of the output in the block, or of the whole output if it is left out. Set only in a plan made
   * before the run, when there is no text to count.
   */
  readonly tokens?: number;
  /** Whether the output itself is a view of a longer one. */
  readonly truncated: boolean;
}

/** The context plan of a task: each choice with its reason, first those in the prompt, in the order of the block. */
export interface ContextPlan {
  readonly choices: readonly ContextChoice[];
  /** How many outputs are left out and not listed, because there are too many. */
  readonly unlisted: number;
  /** Number and bytes of the outputs in the prompt. */
  readonly tasks: number;
  readonly bytes: number;
  readonly maxTasks: number;
  readonly maxBytes: number;
  readonly minRelevance: number;
}
