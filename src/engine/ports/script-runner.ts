/** A script to run. */
export interface ScriptRequest {
  readonly language: 'bash' | 'javascript';
  readonly content: string;
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /**
   * Most bytes that are kept of what it prints: a sandbox that cannot wait for its reader keeps no more of it either.
   */
  readonly maxOutputBytes: number;
}

/** Takes what a script prints. Resolves when there is room for more, for which the script waits. */
export type ScriptSink = (stream: 'stdout' | 'stderr', bytes: Uint8Array) => Promise<void>;

/**
 * How a script ended. `exitCode` -1: timed out or could not be started. `said`: what Heddle has to say about it, a line
 * for the end of its standard error; empty: nothing.
 */
export interface ScriptExit {
  readonly exitCode: number;
  readonly said: string;
  /**
   * By how many bytes the script printed more than the sink was given: a sandbox keeps only so much. Left out: by none.
   */
  readonly dropped?: { readonly stdout: number; readonly stderr: number };
  /**
   * Paths, as {@link Files} has them, of the files that were made, changed or removed while it ran: by it, as far as
   * can be told. Null: there are too many files to compare. Left out: none.
   */
  readonly filesChanged?: readonly string[] | null;
}

/**
 * Port: scripts, in a sandbox or as processes. All that was printed has been taken by the sink when it resolves. A sink
 * that rejects stops the script. Rejects only with `CANCELLED` (signal) or what the sink rejected with; a failing
 * script is a result.
 */
export interface ScriptRunner {
  run(request: ScriptRequest, sink: ScriptSink, signal: AbortSignal): Promise<ScriptExit>;
}
