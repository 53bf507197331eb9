/** Why an earlier output has its relevance for a task (language page, section 6): the first rule that applies. */
export type RelevanceRule = 'direct' | 'transitive' | 'agent' | 'recent' | 'none';

/** Why an output is told, or not. */
export type ChoiceReason =
  /** In: `include_tasks` names it; it is relevant enough. */
  | 'included'
  | 'relevant'
  /** Out. */
  | 'excluded'
  | 'not_listed'
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
  /** Bytes of the output as templates see it; 0 where only a run will tell. */
  readonly bytes: number;
  /** Bytes of it in the block. */
  readonly shown: number;
  /**
   * The most tokens of what is in the block, or of the output if it is out; in a plan made before the run, when no text is
   * there to be counted.
   */
  readonly tokens?: number;
  /** Whether the output itself is a view of something longer. */
  readonly truncated: boolean;
}

/** The context plan of a task: each choice with its reason, those that are in first, in the order of the block. */
export interface ContextPlan {
  readonly choices: readonly ContextChoice[];
  /** Outputs that are out and not listed, as there are too many. */
  readonly unlisted: number;
  /** Of what is in. */
  readonly tasks: number;
  readonly bytes: number;
  readonly maxTasks: number;
  readonly maxBytes: number;
  readonly minRelevance: number;
}
