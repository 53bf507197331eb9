import { z } from 'zod';
import type { LimitShare } from '@/providers/limits/limit-share';
import type { SettingsStore } from '@/storage/stores';

const marksSchema = z.record(z.string(), z.strictObject({ server: z.string() }));

/** Which runs run at a server, by the id of the run. */
export type RunsAtServers = Readonly<Record<string, { readonly server: string }>>;

const key = 'followed-runs';
const never = new AbortController().signal;

/**
 * The marks of runs that run at a server. A marked run is never run here. They are read anew each time: another tab may
 * have changed them.
 */
export interface MarkStore {
  all(): Promise<RunsAtServers>;
  /** Marks a run; undefined takes its mark away. */
  set(executionId: string, server: string | undefined): Promise<void>;
}

/** Marks in the settings. `alone` keeps tabs from writing over each other. */
export function createMarkStore(settings: SettingsStore, alone: LimitShare['alone']): MarkStore {
  const readMarks = async () => marksSchema.parse((await settings.get(key)) ?? {});
  return {
    all: readMarks,
    set: (executionId, server) =>
      alone(key, never, async () => {
        const { [executionId]: _old, ...others } = await readMarks();
        await settings.put(key, server === undefined ? others : { ...others, [executionId]: { server } });
      }),
  };
}
