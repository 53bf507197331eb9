import type { Json, JsonObject } from '@/base/json';
import type { AskForm } from '@/workflow/ask-form';
import type { DocumentSettings } from '@/workflow/document';
import type { InputType } from '@/workflow/inputs/workflow-input-schema';
import type { ReasoningEffort } from '@/workflow/reasoning-effort';
import type { Reuse } from '@/workflow/reuse';
import type { Attachment } from '@/workflow/tasks/attachments';
import type { Agent } from '@/workflow/tasks/common';
import type { ScriptBody } from '@/workflow/tasks/script-body';
import type { Tool } from '@/workflow/tasks/tools';
import type { PlannedCheckpoint, PlannedRetention } from './keeping';
import type { PlannedPart } from './partial/run-targets';

/** Version of the plan format; a stored plan of another version is refused. 6 is that of Heddle 0.2.0. */
export const planVersion = 6;

/** A model to call. `provider` is an id such as `openai` or a provider from settings. */
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

/** The limits that Heddle applies, merged: task over its containers over workflow over default. */
export interface PlannedLimits {
  /** Of each attempt; 0: none. */
  readonly timeoutMs: number;
  /** Of one reply; 0: not set, see {@link computeOutputCap}. */
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
  /** UTF-8 bytes of what a script prints, or a model writes, that templates and context see. */
  readonly maxStdoutBytes: number;
  readonly maxStderrBytes: number;
  /** Of both streams together; standard error is cut first. */
  readonly maxCombinedBytes: number;
  readonly truncationStrategy: TruncationStrategy;
  /** Full outputs of more bytes are stored as files. */
  readonly externalStorageThreshold: number;
  /** A folder outside the browser; in the browser only a name. */
  readonly externalStorageDir: string;
  readonly compressExternal: boolean;
  /** Of one full output; of a longer one its head and tail are stored. */
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

/** Which earlier outputs are in a task's prompt (language page, section 6); task over workflow over default. */
export interface PlannedContext {
  readonly mode: 'automatic' | 'manual' | 'none';
  /** Ids of tasks in the same scope: always in the prompt, or never. */
  readonly includeTasks: readonly string[];
  readonly excludeTasks: readonly string[];
  /** 0 to 1. */
  readonly minRelevance: number;
  /** Bytes of the context block; the lowest of the caps that are set. */
  readonly maxBytes: number;
  readonly maxTasks: number;
  /** Only outputs of the last so many seconds, and of direct dependencies. */
  readonly timeWindowSecs?: number;
  /**
   * Ids of tasks whose whole output the prompt or an input has already, so that the block leaves it out. Left out:
   * none.
   */
  readonly named?: readonly string[];
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
  /** The agent that writes the summary, but of messages that are short already; left out: a template does. */
  readonly agent?: PlannedCall & { readonly outputSchema: JsonObject };
}

/** What happens after every `every` ended tasks: candidates are pruned, then a snapshot is saved. */
export interface PlannedPruneHook {
  readonly every: number;
  readonly cleanup: PlannedCleanup;
}

/** Budget of a task with all tasks in it, or of a run. 0: none. */
export interface PlannedBudget {
  readonly maxTotalTokens: number;
  readonly maxTotalCostUsd: number;
}

/** What a step is given from earlier steps and from its parent (language page, 5.1). */
export interface ContextManagement {
  readonly inheritContext: 'full' | 'none' | 'subset';
  readonly accumulateData: boolean;
  readonly accumulationFormat: 'notes_only' | 'full_output';
}

/** What the next round of a loop is told of the last ones. */
interface PlannedProgress {
  readonly iterations: number;
  readonly chars: number;
}

/** What the rounds of a loop hand on by name: expressions over the result of a round, and the first values. */
export interface PlannedLoopState {
  readonly next: Readonly<Record<string, string>>;
  readonly initial: JsonObject;
}

/** A loop with its defaults. */
export type PlannedLoop = {
  readonly progress?: PlannedProgress;
  readonly state?: PlannedLoopState;
} & (
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

/** Several tries, from which an evaluator chooses one. */
export interface PlannedBestOf {
  readonly n: number;
  readonly evaluator: PlannedTask;
}

/** When a failed task is decomposed (language page, 5.6). */
export interface PlannedReparse {
  readonly on: readonly ('resource_exhaustion' | 'invalid_output' | 'no_progress' | 'task_failure')[];
  readonly maxDepth: number;
}

/**
 * The output of a task that does not run: its text, or what an earlier run recorded. `isWritten`: a person wrote it in
 * place of an earlier output, in this run alone.
 */
export type PlannedPin = { readonly content: string; readonly isWritten?: true } | { readonly recorded: true };

/** What every planned task has. */
export interface PlannedCommon {
  /** Its name among its siblings, or in its container: see `PartPosition.segment`. For top-level tasks it is the id. */
  readonly id: string;
  /**
   * Position among its siblings ({@link PlannedGraph.tasks}); `needs` are positions of direct dependencies, in the
   * author's order.
   */
  readonly index: number;
  readonly needs: readonly number[];
  /**
   * Positions of siblings that it, or a task within it, names in a text (a template, an input, an expression,
   * `include_tasks`).
   */
  readonly reads: readonly number[];
  /** From 0: the longest chain of dependencies above it. Tasks of one wave can run at once. */
  readonly wave: number;
  /** Position in the whole plan, containers before their parts: orders tasks that are ready at the same time. */
  readonly order: number;
  readonly label: string;
  readonly subtype?: string;
  readonly disabled: boolean;
  /** Where a run pauses, if it stops at breakpoints. */
  readonly breakpoint?: 'before' | 'after';
  /** Set if it does not run, but gives this output. */
  readonly pinned?: PlannedPin;
  readonly priority: 'low' | 'normal' | 'high' | 'critical';
  /** When it may start once all that it needs has ended; left out: if none of it failed and one completed. */
  readonly triggerRule?: 'all_done' | 'one_failed';
  /** CEL, if any. */
  readonly condition?: string;
  /** Literals, in which every text is a template, and `{from: path}`. */
  readonly inputs: Readonly<Record<string, Json>>;
  /** Inputs that are tasks, run in parallel before it; their ids are `input:NAME`. */
  readonly inputTasks: readonly PlannedTask[];
  /** The task's own variables. */
  readonly variables: JsonObject;
  /** Those whose texts are templates, each after those that it names; left out: none. */
  readonly filledVariables?: readonly string[];
  readonly returns: Readonly<Record<string, string>>;
  /** Name of the artifact, if it is one. */
  readonly output?: string;
  readonly outputSchema?: JsonObject;
  readonly validate?: string;
  readonly limits: PlannedLimits;
  /** Set only if the task sets one itself. */
  readonly budget?: PlannedBudget;
  readonly retry: RetryPolicy;
  readonly loop?: PlannedLoop;
  readonly voting?: PlannedVoting;
  readonly bestOf?: PlannedBestOf;
  readonly reparse?: PlannedReparse;
  /** Set only if the author sets it. */
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
  /**
   * Set for a director or an evaluator outside a loop that is not told by its context what it works on: its prompt says
   * what is in its slots.
   */
  readonly tellsSlots?: true;
  /** Whether the schema of an evaluation allows no other keys. */
  readonly strictEvaluation: boolean;
}

/** How a model is called: the fields that atomic tasks, samples of a pipeline and matchers have. */
export interface PlannedCall {
  readonly model: ModelRef;
  /** Models called in order if the previous one is not available; each at most once. Left out: none. */
  readonly fallbacks?: readonly ModelRef[];
  /** They are also called if the content is refused. */
  readonly fallsBackOnRefusal?: true;
  readonly agent?: string;
  readonly options: JsonObject;
  /** Thinking effort; left out: the model's own default. */
  readonly reasoningEffort?: ReasoningEffort;
  /** `off`: Heddle does not ask for prompt caching. Left out: it does where caching may pay off. */
  readonly cache?: 'off';
  /** Which runs may answer its calls; left out: what the run says. */
  readonly reuse?: Reuse;
  /** The agent's system parts, before `<task_instructions>`, in prompt order. */
  readonly system: readonly SystemPart[];
  /** The task's own system parts, under `<task_instructions>`. */
  readonly instructions: readonly SystemPart[];
  /** Variables of the workflow that its agent may see (inherit_variables). */
  readonly visibleVariables: JsonObject;
  /** How much of the history the agent is sent. */
  readonly contextTransfer: 'full' | 'summary' | 'minimal';
}

/** An atomic task, its agent and model resolved. */
export interface PlannedAtomic extends PlannedCommon, PlannedCall {
  readonly type: 'atomic';
  readonly prompt: string;
  readonly expectedOutput?: string;
  /** Tools that it may call, in the order in which they are declared. */
  readonly tools: readonly PlannedTool[];
  readonly tier: NonNullable<Agent['tier']>;
  readonly interactive: boolean;
  /** Most ms to wait for the person's answer; 0: no limit. */
  readonly inputTimeoutMs: number;
  /** Files that the model is sent, as they are written; left out: none. Paths and patterns are templates. */
  readonly attachments?: readonly PlannedAttachment[];
}

/** A file that a model is sent. `paths`: those that an input of files was given. */
export type PlannedAttachment =
  | Exclude<Attachment, { readonly from: string }>
  | { readonly from: string; readonly paths?: readonly string[] };

/**
 * A tool of a task. `safeName` is its name for the model: letters, digits, `_`, `-`, at most 64 of them, unique in the
 * task.
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
  /** Set if it says nothing of its input, in a map, a reduce or a loop: it gets what these give it. */
  readonly readsGiven?: true;
  /** Tools that it may call, which make HTTP requests; left out: none. */
  readonly tools?: readonly PlannedTool[];
}

/** Steps; each waits for the one before it. */
export interface PlannedSequential extends PlannedCommon {
  readonly type: 'sequential';
  readonly steps: readonly PlannedTask[];
  /** For each step whether a later one may name it. Outputs that nobody names are not kept in memory. */
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
  /** Of a static loop: a draft that is never accepted fails it. */
  readonly failsUnaccepted?: true;
}

/** The steps of a pipeline. */
export type PipelineSteps =
  | { readonly list: readonly string[] }
  | { readonly from: string }
  /** `isNumbered`: the step names its own number, `{i}` or `{total}`. */
  | { readonly repeat: number; readonly step: string; readonly isNumbered?: true };

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

/** Matches files of the memory index. `call` is set if a model does it. */
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

/** Performs a tool without a model. */
export interface PlannedToolTask extends PlannedCommon {
  readonly type: 'tool';
  /** The tool. It is a list, as that of an atomic task, so that both call their tools in the same way. */
  readonly tools: readonly [PlannedTool];
  /** Literals, in which every text is a template, and `{from: path}`. */
  readonly args: Readonly<Record<string, Json>>;
}

/** Asks a person to fill in a form. */
export interface PlannedAsk extends PlannedCommon {
  readonly type: 'ask';
  /** A template. */
  readonly message: string;
  /** Texts of defaults are templates. */
  readonly form: AskForm;
  /** Most ms to wait for the answer, from when it is asked for; 0: no limit. */
  readonly deadlineMs: number;
  readonly onDeadline: 'default' | 'fail' | 'skip';
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
  | PlannedReparseTask
  | PlannedToolTask
  | PlannedAsk;

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

/** Sibling tasks, with the dependencies among them. */
export interface PlannedGraph {
  readonly tasks: readonly PlannedTask[];
}

/** What defines the tasks of a plan: what its hash covers. */
export type PlanDefinition = Omit<
  Plan,
  'hash' | 'keepsContexts' | 'checkpoint' | 'retention' | 'settings' | 'providers'
>;

/**
 * A checked and compiled document: references resolved, limits merged, order decided. Plain frozen data that can be
 * stored. The engine sees nothing else of the workflow. `hash` covers everything that defines the tasks: all but
 * itself, `settings`, `providers`, `checkpoint` and `retention`.
 */
export interface Plan extends PlannedGraph {
  readonly planVersion: typeof planVersion;
  readonly hash: string;
  readonly name: string;
  /** Values of the global names: variables and inputs. */
  readonly variables: Readonly<Record<string, Json>>;
  /** The declared inputs and their types; their values are among `variables`. Left out: the workflow declares none. */
  readonly inputs?: Readonly<Record<string, InputType>>;
  readonly maxConcurrency: number;
  readonly budget: PlannedBudget;
  /** Limits of the workflow. */
  readonly limits: PlannedLimits;
  /** Left out: histories are not compacted. */
  readonly compaction?: PlannedCompaction;
  /** Whether any agent is sent a history, so that histories must be stored. */
  readonly keepsHistory: boolean;
  readonly pruneHooks: readonly PlannedPruneHook[];
  /** What can be called or matched: the document's definitions and the built-in ones. */
  readonly library: Readonly<Record<string, PlannedDefinition>>;
  /** For each absolute path, a text about the file. */
  readonly memoryIndex: Readonly<Record<string, string>>;
  /** When snapshots are taken, and how long runs are kept. Not in the hash, because no result depends on them. */
  readonly checkpoint: PlannedCheckpoint;
  readonly retention: PlannedRetention;
  /** For tasks that are planned during the run (decompositions, spawned tasks). `providers`: ids from settings. */
  readonly settings: DocumentSettings;
  readonly providers: readonly string[];
  /** Set if only a part of the workflow runs. */
  readonly part?: PlannedPart;
  /** Set if runs pause at breakpoints. Not in the hash. */
  readonly stopsAtBreakpoints?: true;
  /** Set for a dry run: nothing outside is asked or changed. Not in the hash. */
  readonly isDry?: true;
  /** What a person wishes of the answers of earlier runs; left out: nothing. Not in the hash. */
  readonly reuse?: PlannedReuse;
}

/** Which answers of earlier runs one run uses. */
export interface PlannedReuse {
  /** For calls that do not say it themselves; left out: what the host does by default. */
  readonly mode?: Reuse;
  /** Paths of tasks that are asked anew, with all in them. */
  readonly anew?: readonly string[];
  /** Answers of such a task since then (ms since 1970) are used; left out: none is. */
  readonly anewSince?: number;
  /** Answers that are older, in ms, are not used. */
  readonly maxAgeMs?: number;
  /** Set if a call without an answer is not made. */
  readonly isOffline?: true;
}
