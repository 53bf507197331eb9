import type { ScriptExit, ScriptRequest } from '@/engine/ports/script-runner';

/**
 * What a sandbox worker says: that it can take its one request; then, once the script has ended, what it printed, bit
 * by bit, each of which is to be answered by `more`; then how it ended.
 */
export type SandboxMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly kind: 'ended'; readonly exit: ScriptExit };

/** What a sandbox worker is told. */
export type SandboxCommand = { readonly kind: 'run'; readonly request: ScriptRequest } | { readonly kind: 'more' };
