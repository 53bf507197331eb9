/** What a script printed, and how it ended. */
export interface ScriptResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly binary: boolean;
}

/** What a sandbox worker says: that it can take its one request, then the result of it. */
export type SandboxMessage = { readonly kind: 'ready' } | { readonly kind: 'done'; readonly result: ScriptResult };
