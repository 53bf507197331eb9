/**
 * All types of the package, and nothing else: what they do not name may change with any version. They import nothing,
 * so that no part of the inside becomes a promise.
 */

/** A problem of a workflow. */
export interface WorkflowProblem {
  /** Such as `HED301`. A code keeps its meaning. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
  /** Such as `tasks.review.depends_on[0]`. */
  readonly path: string;
  /** From 1; left out: it has no place in the text. */
  readonly line?: number | undefined;
  /** From 1, in UTF-16 units. */
  readonly column?: number | undefined;
}

/** A workflow that was read. Plain data: it can be sent to another process. */
export interface Workflow {
  /** Under which its runs are kept. */
  readonly name: string;
  readonly text: string;
  readonly notation: 'yaml' | 'xml' | 'json';
  /** Its own name, else that of its file. */
  readonly title: string;
  /**
   * What is wrong with the text as it is, without any inputs. A name that it reads and no variable has is an error
   * here, and none once it is an input.
   */
  readonly problems: readonly WorkflowProblem[];
  /** JSON Schema of its inputs: those that it declares, else its variables, with their values as defaults. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** A definition of a workflow's library that fits a sentence. */
export interface RankedDefinition {
  readonly name: string;
  /** What it says of itself; empty: nothing. */
  readonly description: string;
  /** How well it fits: above 0, 1 at most. */
  readonly score: number;
}

/** How a workflow is read. */
export interface WorkflowOptions {
  /** Under which its runs are kept, such as the path of its file. Its ending tells the notation. Default: workflow. */
  readonly name?: string | undefined;
  /** Ids of providers that models may name, besides the built-in ones. */
  readonly providers?: readonly string[] | undefined;
}

/** What a host is made of. */
export interface HostOptions {
  /**
   * Where runs are kept: `memory` (default), a folder, or `postgres://…`, which needs the package `pg`. What is kept
   * outlives the process.
   */
  readonly store?: string | undefined;
  /**
   * Keys, addresses and secrets, as the command line reads them: `OPENAI_API_KEY`, `OLLAMA_BASE_URL`,
   * `HEDDLE_SECRET_NAME`. Default: `process.env`.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Where tools may send secrets: `NAME=https://api.example.org`, `NAME=stdio:COMMAND`. Those of `HEDDLE_ALLOW_SECRETS`
   * in `env` come on top. Left out: no workflow sends any.
   */
  readonly allowSecrets?: readonly string[] | undefined;
  /** Ids of providers of your own, whose addresses are in the environment (`LAB_BASE_URL`). */
  readonly providers?: readonly string[] | undefined;
  /** The folder whose files tasks read. Left out: they have none but those that a run is started with. */
  readonly folder?: string | undefined;
  /**
   * Runs scripts and tool servers as processes in `folder`, and lets runs write there. Left out: scripts run in
   * sandboxes without files and network, and each run keeps what it writes for itself.
   */
  readonly allowScripts?: boolean | undefined;
  /** Receives what was repaired, and why a run was given up. Left out: nobody does. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** What a run is started with. */
export interface StartOptions {
  /**
   * Values of inputs by name, as JSON; of a file the path of one of `files`. Without declared inputs: of variables.
   * What is missing or wrong is refused, all of it at once.
   */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
  /** The model of every task, as `provider:name`, such as `sim:default`. Left out: those that the workflow names. */
  readonly model?: string | undefined;
  /**
   * A sentence, such as `summarise the notes`: the definition of its library that fits best is called, and nothing else
   * runs. Inputs with the names of its parameters are its arguments; the sentence itself is, if one more is needed.
   */
  readonly match?: string | undefined;
  /** Files of this run alone, over those of the folder: contents by absolute paths, such as `/notes/a.md`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
}

/** From the least to the most. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** What a run will do and take. */
export interface RunPlan {
  /** Ids of tasks, in the order of the waves in which they run. */
  readonly waves: readonly (readonly string[])[];
  /** Calls of models. */
  readonly calls: Bounds;
  readonly tokens: Bounds;
  /** Without the models in `unpriced`. */
  readonly costUsd: Bounds;
  /** Models whose prices are not known. */
  readonly unpriced: readonly string[];
  /** Warnings to read before the run. */
  readonly problems: readonly WorkflowProblem[];
}

/** Runs many workflows at once in this process, and keeps their runs. */
export interface Host {
  /** Plans a run: asks no model. It rejects with a {@link HeddleError} that has the `problems` of the workflow. */
  plan(workflow: Workflow, options?: StartOptions): Promise<RunPlan>;
  /** Starts a run. Resolves once its start is stored; it rejects as `plan` does. */
  start(workflow: Workflow, options?: StartOptions): Promise<Run>;
  /** The run of an id; undefined: none is kept. */
  run(id: string): Promise<Run | undefined>;
  /** The runs that are kept of a workflow, by its name, newest first. */
  runs(workflow: string): Promise<readonly RunInfo[]>;
  /** Resumes what had not ended when the last process did, and what nobody paused. Resolves to those runs. */
  resumeUnfinished(): Promise<readonly Run[]>;
  /**
   * Lets calls under way end, for 8 seconds at most, releases all runs and closes the store. Runs that had not ended
   * are resumed by a later host of the same store.
   */
  close(): Promise<void>;
}

/**
 * `waiting`: it needs somebody. `moving`: another machine takes it up by itself. `interrupted`: it was given up, and
 * can be resumed. The last three are for ever.
 */
export type RunStatusName = 'running' | 'waiting' | 'moving' | 'interrupted' | 'completed' | 'failed' | 'cancelled';

/** What is known of a run without reading its log. */
export interface RunInfo {
  readonly id: string;
  /** The name of its workflow. */
  readonly workflow: string;
  readonly status: RunStatusName;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601. */
  readonly endedAt?: string | undefined;
  /** Number of its last event. */
  readonly lastSeq: number;
  readonly totals: {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Without the calls in `unpricedCalls`, whose price is not known. */
    readonly costUsd: number;
    readonly unpricedCalls: number;
  };
}

/** Something that happened in a run. It is stored before anybody is told. */
export interface LoggedEvent {
  /** From 1, without gaps. */
  readonly seq: number;
  /** When, ISO 8601. */
  readonly t: string;
  /** Such as `task.completed`. New kinds come with new versions; none changes its meaning. */
  readonly kind: string;
  /** Where in the run; empty for the run itself. */
  readonly path: string;
  readonly label?: string | undefined;
  readonly model?: string | undefined;
  /** The start of the prompt, the script or the question. */
  readonly task?: string | undefined;
  /** The start of the result; {@link Run.output} gives all of it. */
  readonly result?: string | undefined;
  readonly error?:
    | { readonly code: string; readonly message: string; readonly advice?: string | undefined }
    | undefined;
  /** What else belongs to the kind. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A question that a run asks a person. */
export interface RunQuestion {
  /** By which it is answered. */
  readonly path: string;
  readonly task: string;
  readonly kind: 'input' | 'budget' | 'price' | 'approval' | 'breakpoint';
  readonly text: string;
  /** Its fields by their names. Left out: the answer is a text. */
  readonly form?: Readonly<Record<string, unknown>> | undefined;
  /** Of an approval: the call of a tool that is to be approved. */
  readonly call?:
    | {
        readonly tool: string;
        readonly arguments: Readonly<Record<string, unknown>>;
        readonly parameters: Readonly<Record<string, unknown>>;
      }
    | undefined;
}

/** How a run stands once it has ended, or needs somebody. */
export interface RunStand {
  readonly status: RunStatusName;
  /** The whole result of a run that completed; else null. */
  readonly result: string | null;
  /** Why it failed; else null. */
  readonly error: string | null;
  /** What it asks. */
  readonly questions: readonly RunQuestion[];
  /** What else it waits for: `key` of a provider, `budget`, `storage`, `person` (somebody paused it). */
  readonly waits: readonly { readonly reason: string; readonly provider?: string | undefined }[];
}

/** The output of a task, without its content. */
export interface RunOutput {
  /** By which it is read. */
  readonly path: string;
  readonly task: string;
  readonly bytes: number;
}

/** One run. */
export interface Run {
  readonly id: string;
  info(): Promise<RunInfo>;
  /**
   * Its events as they happen, from a number on (default 1), until it has ended or the signal is aborted. None is left
   * out, however slowly they are taken, and after a restart too.
   */
  events(options?: {
    readonly from?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  }): AsyncIterable<LoggedEvent>;
  /** Resolves once it has ended, asks something, is paused, or no process runs it any more; also on abort. */
  outcome(options?: { readonly signal?: AbortSignal | undefined }): Promise<RunStand>;
  /** The outputs of its tasks so far, in the order in which they ended. */
  outputs(): Promise<readonly RunOutput[]>;
  /**
   * One output whole, by its path, or the last one of a task by the path of the task. It rejects if there is none.
   */
  output(path: string): Promise<Uint8Array>;
  /**
   * Answers a question by its path. Of a form: an object of its fields. Of an approval: `{ approve: true }`, also with
   * `arguments`, or `{ approve: false }`, also with `reason`. Of a budget: the new limit, or `stop`. Else a text.
   */
  answer(path: string, answer: unknown): Promise<void>;
  /** Stops calls under way and waits until it is resumed. No error if it has ended. */
  pause(): Promise<void>;
  /** Goes on with it here. No error if it runs or has ended. */
  resume(): Promise<void>;
  /** Ends it; what is finished is kept. No error if it has ended. */
  cancel(): Promise<void>;
  /** Removes it with everything that is kept of it. One that has not ended is cancelled first. */
  remove(): Promise<void>;
}

/** What methods of this package reject with. Everything else is a bug. */
export interface HeddleError extends Error {
  /** Such as `VALIDATION_ERROR`, `STORAGE_FAILED`. */
  readonly code: string;
  /** What to do about it, for a person. */
  readonly advice?: string | undefined;
  /** Of a workflow that cannot run: every problem. */
  readonly problems?: readonly WorkflowProblem[] | undefined;
}
