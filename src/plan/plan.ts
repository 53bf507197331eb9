import type { Json, JsonObject } from '@/base/json';
import type { DocumentSettings } from '@/workflow/document';
import type { ReasoningEffort } from '@/workflow/reasoning-effort';
import type { Attachment } from '@/workflow/tasks/attachments';
import type { Agent } from '@/workflow/tasks/common';
import type { ScriptBody } from '@/workflow/tasks/script-body';
import type { Tool } from '@/workflow/tasks/tools';
import type { PlannedCheckpoint, PlannedRetention } from './keeping';

/** Version of the plan's form; a stored plan of another version is migrated or refused. */
export const planVersion = 5;

/** A model as it is called. `provider` is an id such as `openai` or one named in settings. */
export interface ModelRef {
  readonly provider: string;
  readonly model: string;
}

/** A named part of the system prompt; `name` is undefined for plain text. Values are templates. */
export interface SystemPart {
  readonly name?: string;
  readonly value: string;
}

/** Error handling with every default applied. */
export interface RetryPolicy {
  readonly onError: 'retry' | 'skip' | 'fail' | 'continue';
  readonly maxRetries: number;
  readonly backoff: 'exponential' | 'linear' | 'none';
  readonly onMaxRetries: 'skip' | 'fail' | 'continue';
}

/** Limits that are applied today, merged: task over the tasks that hold it over workflow over default. */
export interface PlannedLimits {
  /** For each attempt; 0: none. */
  readonly timeoutMs: number;
  /** Of one reply; 0: as many as its model can give, see {@link outputCap}. */
  readonly maxOutputTokens: number;
  /** Of one conversation. */
  readonly maxTurns: number;
  /** Share of a model's context window that a call may use. */
  readonly maxContextWindowFraction: number;
  /** Share of a limit at which a warning is given. */
  readonly warningThreshold: number;
  /** Bytes of UTF-8 of a context block, a history, a match. */
  readonly maxContextBytes: number;
  /** Most earlier outputs in a context block. */
  readonly maxContextTasks: number;
  /** Bytes of what a script prints, or a model writes, that templates and context see. */
  readonly maxStdoutBytes: number;
  readonly maxStderrBytes: number;
  /** Of both; standard error is cut first. */
  readonly maxCombinedBytes: number;
  readonly truncationStrategy: TruncationStrategy;
  /** Whole outputs of more bytes are kept as files of their own. */
  readonly externalStorageThreshold: number;
  /** A folder headless, a name in the browser. */
  readonly externalStorageDir: string;
  readonly compressExternal: boolean;
  /** Of one whole output; beyond it its head and tail are kept. */
  readonly maxStoredBytes: number;
  readonly cleanup: PlannedCleanup;
}

/** Which part of a long output templates and context see. */
export type TruncationStrategy = 'head' | 'tail' | 'both' | 'summary';

/** Which outputs stay candidates for context. */
export type PlannedCleanup =
  | { readonly type: 'most_recent' | 'highest_relevance' | 'lru'; readonly keepCount: number }
  | { readonly type: 'direct_dependencies' }
  /** CEL over one output record. */
  | { readonly type: 'custom'; readonly keep: string };

/** Which earlier outputs a task is told (language page, section 6), task over workflow over default. */
export interface PlannedContext {
  readonly mode: 'automatic' | 'manual' | 'none';
  /** Ids of tasks in the same scope: always in, and never. */
  readonly includeTasks: readonly string[];
  readonly excludeTasks: readonly string[];
  /** 0 to 1. */
  readonly minRelevance: number;
  /** Bytes of the block; the lower of the caps that are set. */
  readonly maxBytes: number;
  readonly maxTasks: number;
  /** Only outputs of the last seconds, and of direct dependencies. */
  readonly timeWindowSecs?: number;
}

/** How long histories are shortened (language page, section 7). */
export interface PlannedCompaction {
  readonly trigger: 'on_complete' | 'on_threshold' | 'batch' | 'manual';
  /** Characters of the history, for `on_threshold`. */
  readonly threshold: number;
  /** Tasks, for `batch`. */
  readonly batchSize: number;
  readonly strategy: 'aggressive' | 'moderate' | 'comprehensive';
  readonly preserve: readonly ('outputs' | 'decisions' | 'errors')[];
  /** The model that writes the summary; left out: by template. */
  readonly agent?: PlannedCall & { readonly outputSchema: JsonObject };
}

/** What happens after every so many ended tasks: candidates are pruned, then the run is saved. */
export interface PlannedPruneHook {
  readonly every: number;
  readonly cleanup: PlannedCleanup;
}

/** Budgets of a task with all in it, or of a run. 0: none. */
export interface PlannedBudget {
  readonly maxTotalTokens: number;
  readonly maxTotalCostUsd: number;
}

/** What a step is given of the steps before it and of its parent (language page, 5.1). */
export interface ContextManagement {
  readonly inheritContext: 'full' | 'none' | 'subset';
  readonly accumulateData: boolean;
  readonly accumulationFormat: 'notes_only' | 'full_output';
}

/** A loop with its defaults. */
export type PlannedLoop = { readonly progress?: { readonly iterations: number; readonly chars: number } } & (
  | { readonly type: 'repeat'; readonly count: number }
  | { readonly type: 'while' | 'until'; readonly condition: string; readonly maxIterations: number }
);

/** Voting with its defaults (language page, 5.5). */
export interface PlannedVoting {
  readonly k: number;
  readonly maxRetries: number;
  readonly normalize: 'trim' | 'json' | 'none';
  readonly firstTemperature: number;
  readonly temperature: number;
  readonly redFlags: { readonly maxTokens?: number; readonly patterns: readonly string[] };
}

/** Several tries, of which an evaluator chooses. */
export interface PlannedBestOf {
  readonly n: number;
  readonly evaluator: PlannedTask;
}

/** When a failed task is decomposed (language page, 5.6). */
export interface PlannedReparse {
  readonly on: readonly ('resource_exhaustion' | 'invalid_output' | 'no_progress' | 'task_failure')[];
  readonly maxDepth: number;
}

/** What every planned task has. */
export interface PlannedCommon {
  /** Its name among its siblings, or in its container: see `PartPosition.segment`. Of top-level tasks the id. */
  readonly id: string;
  /**
   * Position among its siblings ({@link PlannedGraph.tasks}); `needs` are positions of direct dependencies, in the
   * author's order.
   */
  readonly index: number;
  readonly needs: readonly number[];
  /**
   * Positions of siblings, of any that it names in a text (a template, an input, an expression, `include_tasks`), be it
   * within.
   */
  readonly reads: readonly number[];
  /** From 0: the longest chain of dependencies above it. Tasks of one wave can run at once. */
  readonly wave: number;
  /** Position in the whole plan, holders before what they hold: orders what is ready at the same time. */
  readonly order: number;
  readonly label: string;
  readonly subtype?: string;
  readonly disabled: boolean;
  readonly priority: 'low' | 'normal' | 'high' | 'critical';
  /** CEL, if any. */
  readonly condition?: string;
  /** Literals, in which every text is a template, and `{from: path}`. */
  readonly inputs: Readonly<Record<string, Json>>;
  /** Inputs that are tasks, run in parallel before it; their ids are `input:NAME`. */
  readonly inputTasks: readonly PlannedTask[];
  /** The task's own variables. */
  readonly variables: JsonObject;
  readonly returns: Readonly<Record<string, string>>;
  /** Name of the artifact, if it is one. */
  readonly output?: string;
  readonly outputSchema?: JsonObject;
  readonly validate?: string;
  readonly limits: PlannedLimits;
  /** Only if the task sets one itself. */
  readonly budget?: PlannedBudget;
  readonly retry: RetryPolicy;
  readonly loop?: PlannedLoop;
  readonly voting?: PlannedVoting;
  readonly bestOf?: PlannedBestOf;
  readonly reparse?: PlannedReparse;
  /** Set where the author says something about it. */
  readonly contextManagement?: ContextManagement;
  /** No snapshot after this task. */
  readonly checkpoint?: false;
  readonly clearMemory: boolean;
  readonly rebuildMemory: boolean;
  readonly criteria?: string;
  /** Binding that a director reads its evaluation from. */
  readonly outputSlot: string;
  readonly context: PlannedContext;
  readonly inputSource?: string;
  /** Whether the schema of an evaluation allows no other keys. */
  readonly strictEvaluation: boolean;
}

/** How a model is addressed: what atomic tasks, samples of a pipeline and matchers have. */
export interface PlannedCall {
  readonly model: ModelRef;
  /** Called in order where the one before is not there; none is named twice. Left out: none. */
  readonly fallbacks?: readonly ModelRef[];
  /** They are called, too, where the content is refused. */
  readonly fallsBackOnRefusal?: true;
  readonly agent?: string;
  readonly options: JsonObject;
  /** How hard the model is to think; left out: as it does by itself. */
  readonly reasoningEffort?: ReasoningEffort;
  /** `off`: nothing is done that prompts are cached. Left out: what can pay is done. */
  readonly cache?: 'off';
  /** System parts in prompt order before `<task_instructions>`: the agent's. */
  readonly system: readonly SystemPart[];
  /** The task's own, under `<task_instructions>`. */
  readonly instructions: readonly SystemPart[];
  /** Variables of the workflow that its agent may see (inherit_variables). */
  readonly visibleVariables: JsonObject;
  /** What of the history the agent is sent. */
  readonly contextTransfer: 'full' | 'summary' | 'minimal';
}

/** An atomic task, its agent and model resolved. */
export interface PlannedAtomic extends PlannedCommon, PlannedCall {
  readonly type: 'atomic';
  readonly prompt: string;
  readonly expectedOutput?: string;
  /** Tools that it may call, in the order in which they are told. */
  readonly tools: readonly PlannedTool[];
  readonly tier: NonNullable<Agent['tier']>;
  readonly interactive: boolean;
  /** Most ms to wait for an answer of the person; 0: no limit. */
  readonly inputTimeoutMs: number;
  /** Files that the model is sent, as they are written; left out: none. Paths and patterns are templates. */
  readonly attachments?: readonly Attachment[];
}

/**
 * A tool of a task. `safeName` is what the model is told: letters, digits, `_`, `-`, at most 64 of them, one of a kind
 * in the task.
 */
export interface PlannedTool {
  readonly name: string;
  readonly safeName: string;
  readonly tool: Tool;
}

/** A script task. */
export interface PlannedScript extends PlannedCommon {
  readonly type: 'script';
  readonly script?: ScriptBody;
}

/** Steps, each of which waits for the one before it. */
export interface PlannedSequential extends PlannedCommon {
  readonly type: 'sequential';
  readonly steps: readonly PlannedTask[];
  /** For each step whether a later one may name it: what nobody names is not held. */
  readonly isRead: readonly boolean[];
}

/** Where the items of a map or a reduce come from; neither: the inputs, by name. */
export type PlannedItems = { readonly from: string } | { readonly list: readonly Json[] };

export interface PlannedMap extends PlannedCommon {
  readonly type: 'map';
  readonly items?: PlannedItems;
  readonly innerTask: PlannedTask;
  readonly maxConcurrency?: number;
  readonly onItemError: 'fail' | 'skip';
}

export interface PlannedReduce extends PlannedCommon {
  readonly type: 'reduce';
  readonly items?: PlannedItems;
  readonly initialValue: Json;
  readonly innerTask?: PlannedTask;
  readonly reductionTask: PlannedTask;
}

export interface PlannedCond extends PlannedCommon {
  readonly type: 'cond';
  readonly cases: readonly { readonly test: string; readonly task: PlannedTask }[];
  readonly else?: PlannedTask;
}

export interface PlannedGroup extends PlannedCommon {
  readonly type: 'group';
  readonly tasks: readonly PlannedTask[];
  readonly completionMode: 'all' | 'any';
}

export interface PlannedDirectorEvaluator extends PlannedCommon {
  readonly type: 'director_evaluator';
  readonly mode: 'dynamic' | 'static';
  readonly director: PlannedTask;
  readonly script?: PlannedTask;
  readonly evaluator?: PlannedTask;
  readonly maxIterations: number;
}

/** The steps of a pipeline. */
export type PipelineSteps =
  | { readonly list: readonly string[] }
  | { readonly from: string }
  | { readonly repeat: number; readonly step: string };

/** A pipeline; the model of its steps is its own. Its `voting` is that of each step. */
export interface PlannedPipeline extends PlannedCommon, PlannedCall {
  readonly type: 'pipeline';
  readonly steps: PipelineSteps;
  /** A literal, in which every text is a template, or `{from: path}`. */
  readonly state: Json;
  readonly stateTemplate: string;
  readonly stepRetries: number;
  readonly pipelineId?: string;
}

export interface PlannedLibraryCall extends PlannedCommon {
  readonly type: 'call';
  /** A name of {@link Plan.library}. */
  readonly ref: string;
  /** Literals, in which every text is a template, and `{from: path}`. */
  readonly args: Readonly<Record<string, Json>>;
}

/** Matching files of the memory index. `call` is set where a model is to do it. */
export interface PlannedAssociativeMemory extends PlannedCommon {
  readonly type: 'associative_memory';
  readonly query: string;
  readonly maxResults: number;
  readonly relevanceThreshold: number;
  readonly call?: PlannedCall;
}

/** A request for a decomposition. */
export interface PlannedReparseTask extends PlannedCommon, PlannedCall {
  readonly type: 'reparse';
  readonly error: Json;
  readonly originalPrompt: string;
  readonly maxDepth: number;
}

export type PlannedTask =
  | PlannedAtomic
  | PlannedScript
  | PlannedSequential
  | PlannedMap
  | PlannedReduce
  | PlannedCond
  | PlannedGroup
  | PlannedDirectorEvaluator
  | PlannedPipeline
  | PlannedLibraryCall
  | PlannedAssociativeMemory
  | PlannedReparseTask;

export type PlannedOf<K extends PlannedTask['type']> = Extract<PlannedTask, { type: K }>;

/** A parameter of a library definition. */
export interface PlannedParameter {
  readonly name: string;
  /** string, number, boolean, object, array or any. */
  readonly type: string;
  readonly default?: Json;
}

/** A definition of the library, compiled. */
export interface PlannedDefinition {
  readonly parameters: readonly PlannedParameter[];
  readonly returns?: JsonObject;
  readonly criteria?: string;
  readonly description?: string;
  readonly task: PlannedTask;
}

/** Tasks that are beside one another, with dependencies among them. */
export interface PlannedGraph {
  readonly tasks: readonly PlannedTask[];
}

/**
 * A checked document, compiled: references resolved, limits merged, order decided. Frozen, plain data, storable. This
 * is all the engine sees. `hash` covers all that its tasks are: everything but itself, `settings` and `providers`.
 */
export interface Plan extends PlannedGraph {
  readonly planVersion: typeof planVersion;
  readonly hash: string;
  readonly name: string;
  readonly variables: Readonly<Record<string, Json>>;
  readonly maxConcurrency: number;
  readonly budget: PlannedBudget;
  /** Those of the workflow. */
  readonly limits: PlannedLimits;
  /** Left out: histories are not compacted. */
  readonly compaction?: PlannedCompaction;
  /** Whether an agent is sent a history, so that one has to be kept. */
  readonly keepsHistory: boolean;
  /**
   * Whether questions beside tasks (summaries, matches) state the schema of their answer. False in plans that were made
   * before version 5: their runs have recorded such questions without it, and find the answers by the hash of the
   * question.
   */
  readonly statesSchemas: boolean;
  readonly pruneHooks: readonly PlannedPruneHook[];
  /** What can be called or matched: the document's definitions, and of the built-in ones all. */
  readonly library: Readonly<Record<string, PlannedDefinition>>;
  /** Absolute path to a text about the file. */
  readonly memoryIndex: Readonly<Record<string, string>>;
  /** When snapshots are taken, and how long runs are kept: no part of the hash, as no result depends on them. */
  readonly checkpoint: PlannedCheckpoint;
  readonly retention: PlannedRetention;
  /**
   * For tasks that are planned while the run continues (decompositions, spawned tasks). `providers`: ids from settings.
   */
  readonly settings: DocumentSettings;
  readonly providers: readonly string[];
}
