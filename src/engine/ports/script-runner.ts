import type { FileCopy } from './files';

/** A script to run. */
export interface ScriptRequest {
  readonly language: 'bash' | 'javascript';
  readonly content: string;
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Most bytes of its output that are kept. A sandbox that cannot wait for its reader keeps no more either. */
  readonly maxOutputBytes: number;
  /** Names of the tools that it may call. Left out: none. */
  readonly tools?: readonly string[];
}

/** What a tool answered a script: what it gave, or what is wrong. */
export interface ScriptToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Calls a tool for a script; `args` is JSON of its arguments. A wrong or failing call is an answer too. */
export type CallScriptTool = (name: string, args: string) => Promise<ScriptToolAnswer>;

/**
 * Takes what a script prints. Resolves when there is room for more; the script waits for that. The bytes are valid
 * until then.
 */
export type ScriptSink = (stream: 'stdout' | 'stderr', bytes: Uint8Array) => Promise<void>;

/**
 * How a script ended. `exitCode` -1: it timed out or could not be started. `said`: a line from Heddle for the end of
 * its standard error; empty: nothing.
 */
export interface ScriptExit {
  readonly exitCode: number;
  readonly said: string;
  /** Whether it ran past its time. Left out: no. */
  readonly timedOut?: boolean;
  /** How many bytes of its output the sink never got, because the sandbox keeps only so much. Left out: none. */
  readonly dropped?: { readonly stdout: number; readonly stderr: number };
  /**
   * Paths, as {@link Files} has them, of files that were created, changed or removed while it ran, as far as that can
   * be known. Null: not known, because there are too many files, or other scripts ran at the same time. Left out: none.
   */
  readonly filesChanged?: readonly string[] | null;
}

/**
 * Port: scripts, in a sandbox or as processes. When it resolves, the sink has taken all output. A sink that rejects
 * stops the script. Rejects only with `CANCELLED` (signal) or with the error of the sink. A failing script is a result.
 */
export interface ScriptRunner {
  run(
    request: ScriptRequest,
    sink: ScriptSink,
    signal: AbortSignal,
    /** Performs the calls of the tools that the request names. */
    callTool?: CallScriptTool,
  ): Promise<ScriptExit>;
  /**
   * A runner whose scripts read and write a copy of the files: what they change there goes into the copy. Left out: the
   * scripts reach no files.
   */
  over?(files: FileCopy): ScriptCopyRunner;
}

/** Scripts over a copy of the files. */
export interface ScriptCopyRunner extends ScriptRunner {
  /** Releases what the copy takes. No script may run in it any more. */
  close(): Promise<void>;
}
