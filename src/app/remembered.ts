import { z } from 'zod';

/** What is remembered of the screen on this machine. */
const rememberedSchema = z
  .object({
    theme: z.enum(['light', 'dark', 'system']),
    mode: z.enum(['canvas', 'code', 'both']),
    panels: z.object({
      left: z.boolean(),
      right: z.boolean(),
      drawer: z.boolean(),
      leftWidth: z.number(),
      rightWidth: z.number(),
      drawerHeight: z.number(),
    }),
    lastWorkflow: z.string(),
    /** Damages of runs that the person has read of, the newest last. */
    toldDamages: z.array(z.string()),
  })
  .partial();
type Parsed = z.infer<typeof rememberedSchema>;
export type Remembered = { readonly [K in keyof Parsed]?: Exclude<Parsed[K], undefined> };

/** `public/theme.js` reads the theme from here, before the first paint. */
const key = 'heddle.view';

/** What was remembered; nothing where the browser keeps nothing, or something else stands there. */
export function recall(storage: Pick<Storage, 'getItem'> | undefined = browserStorage()): Remembered {
  try {
    const parsed = rememberedSchema.safeParse(JSON.parse(storage?.getItem(key) ?? '{}'));
    return parsed.success ? (parsed.data as Remembered) : {};
  } catch {
    return {};
  }
}

/** Remembers more. A browser that keeps nothing is no failure: the screen then starts as on a first visit. */
export function remember(
  more: Remembered,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined = browserStorage(),
): void {
  try {
    storage?.setItem(key, JSON.stringify({ ...recall(storage), ...more }));
  } catch {
    // Kept by nobody, and nothing hangs on it.
  }
}

function browserStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
