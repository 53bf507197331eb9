import { z } from 'zod';
import { failureSchema } from '@/base/failure-schema';

const id = z.string().min(1).max(200);
const path = z.string().max(10_000);

/** Most of what streams that a message holds, so that it is taken in whole. */
export const streamLimits = { texts: 1000, characters: 100_000 } as const;

/** What tabs of one browser tell one another. What was stored is only named: who hears of it reads it. */
const messageSchema = z.discriminatedUnion('kind', [
  /** Events `first` to `last` of a run are stored (0: none), and what streams of it. */
  z.strictObject({
    kind: z.literal('progress'),
    executionId: id,
    workflowId: id,
    first: z.number().int().min(0),
    last: z.number().int().min(0),
    deltas: z.array(z.strictObject({ path, text: z.string().max(streamLimits.characters) })).max(streamLimits.texts),
    failure: failureSchema.nullable().exactOptional(),
  }),
  /**
   * What of a run waits for limits of providers. A message of its own, as tabs of an older page drop what they do not
   * know.
   */
  z.strictObject({
    kind: z.literal('waits'),
    executionId: id,
    workflowId: id,
    waits: z
      .array(z.strictObject({ provider: id, label: z.string(), calls: z.number(), until: z.number().nullable() }))
      .max(1000)
      .readonly(),
  }),
  /** The limits of providers were set anew: they are read again. */
  z.strictObject({ kind: z.literal('limits') }),
  /**
   * What signing in at a server gave, or null where somebody signed out: a secret, which no other origin hears.
   * `stored`: whether it is also in the storage, encrypted.
   */
  z.strictObject({
    kind: z.literal('sign-in'),
    server: path,
    grant: z.string().max(200_000).nullable(),
    stored: z.boolean(),
  }),
  /** A tab asks the others where they are signed in. */
  z.strictObject({ kind: z.literal('sign-ins-wanted') }),
  /** Who runs this is asked to let go of it. */
  z.strictObject({ kind: z.literal('leave'), executionId: id }),
  /** A run was removed. */
  z.strictObject({ kind: z.literal('gone'), executionId: id, workflowId: id }),
]);
export type TabMessage = z.infer<typeof messageSchema>;
export type Progress = Extract<TabMessage, { kind: 'progress' }>;

/** Port: the other tabs of this browser, or of this storage. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Calls the listener with what others post. */
  listen(listener: (message: TabMessage) => void): void;
}

/** For a storage that no other tab sees. */
export const noTabs: TabChannel = { post: () => {}, listen: () => {} };

/** The tabs of this browser. Anything of this origin may post there: what is no message is passed over. */
export function createTabChannel(): TabChannel {
  if (globalThis.BroadcastChannel === undefined) return noTabs;
  const channel = new BroadcastChannel('heddle');
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        const message = messageSchema.safeParse(data);
        if (message.success) listener(message.data);
      };
    },
  };
}
