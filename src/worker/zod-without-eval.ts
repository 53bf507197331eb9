declare global {
  /** Where zod, once it is loaded, looks for its settings. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// The page's content security policy forbids code from strings, which zod would try. Imported first of all by each
// entry, since schemas look at this when they are made. Set without zod, as the page starts without it.
globalThis.__zod_globalConfig = { jitless: true };

export {};
