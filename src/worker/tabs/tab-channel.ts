import { z } from 'zod';
import { failureSchema } from '@/base/failure-schema';

const id = z.string().min(1).max(200);
const path = z.string().max(10_000);

/** The most streamed text in one message, so that a receiver never rejects it. */
export const streamLimits = { texts: 1000, characters: 100_000 } as const;

/** Messages between tabs of one browser. Stored data is only named: the receiver reads it from the storage. */
const messageSchema = z.discriminatedUnion('kind', [
  /** Events `first` to `last` of a run are stored (0: none); `deltas` are the text it streams. */
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
   * The calls of a run that wait for limits of providers. This is a separate message, because tabs with an older page
   * drop messages that they do not know.
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
  /** Limits of providers were changed: the receiver reads them again. */
  z.strictObject({ kind: z.literal('limits') }),
  /** A person changed which secret may be sent where: the receiver reads it again. */
  z.strictObject({ kind: z.literal('grants') }),
  /**
   * The grant from signing in at a server, or null after signing out. It is a secret, but only this origin receives it.
   * `stored`: whether it is also in the storage, encrypted.
   */
  z.strictObject({
    kind: z.literal('sign-in'),
    server: path,
    grant: z.string().max(200_000).nullable(),
    stored: z.boolean(),
  }),
  /** Asks the other tabs for their sign-ins. */
  z.strictObject({ kind: z.literal('sign-ins-wanted') }),
  /** Asks the tab that runs this run to release it. */
  z.strictObject({ kind: z.literal('leave'), executionId: id }),
  /** A person changed the annotations of a run. */
  z.strictObject({ kind: z.literal('annotated'), executionId: id, workflowId: id }),
  /** A run was removed. */
  z.strictObject({ kind: z.literal('gone'), executionId: id, workflowId: id }),
]);
export type TabMessage = z.infer<typeof messageSchema>;
export type Progress = Extract<TabMessage, { kind: 'progress' }>;

/** Port: the other tabs of this browser that share its storage. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Calls the listener with messages of other tabs. */
  listen(listener: (message: TabMessage) => void): void;
}

/** For a storage that is not shared with other tabs. */
export const noTabs: TabChannel = { post: () => {}, listen: () => {} };

/** The channel to the tabs of this browser. Any code of this origin can post there: invalid messages are ignored. */
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
