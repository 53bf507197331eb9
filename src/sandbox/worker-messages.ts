import type { ScriptResult } from '@/engine/ports';

/** What a sandbox worker says: that it can take its one request, then the result of it. */
export type SandboxMessage = { readonly kind: 'ready' } | { readonly kind: 'done'; readonly result: ScriptResult };
