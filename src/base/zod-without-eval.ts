declare global {
  /** The global from which zod reads its settings when it is loaded. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// The page's content security policy forbids code from strings, which zod would try. Every entry must import this
// first, because schemas read the setting when they are made. Set without importing zod, because the page starts
// without it.
globalThis.__zod_globalConfig = { jitless: true };

export {};
