import type { ScriptExit, ScriptRequest, ScriptToolAnswer } from '@/engine/ports/script-runner';

/**
 * Messages from a sandbox worker: `ready` for its one request; while the script runs, its calls of tools, each of which
 * must be answered by `answered`; after it has ended, its output in pieces, each of which must be answered by `more`;
 * and finally how it ended.
 */
export type SandboxMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'called'; readonly call: number; readonly name: string; readonly args: string }
  | { readonly kind: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly kind: 'ended'; readonly exit: ScriptExit };

/** Messages to a sandbox worker. */
export type SandboxCommand =
  | { readonly kind: 'run'; readonly request: ScriptRequest }
  | { readonly kind: 'answered'; readonly call: number; readonly answer: ScriptToolAnswer }
  | { readonly kind: 'more' };
