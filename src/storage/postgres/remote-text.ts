import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defined } from '@/base/defined';
import type { StreamDelta } from '@/run/runner';
import type { RemoteText } from '../remote-text';
import { noticeBytes, TextGatherer } from './gather-text';
import type { PostgresDatabase } from './open-database';
import type { PostgresSession } from './session';
import { parseJsonColumn, sendQuery } from './transact';

/** Text between processes, and how it ends. */
export interface TextBroadcast extends RemoteText {
  /** Sends nothing any more. */
  end(): Promise<void>;
}

/** Text is gathered for this many ms: many words make one notification. */
const gatherMs = 100;
/** What is wanted is said again after this many ms, and forgotten when that was not heard for so long. */
const wants = { repeatMs: 5000, lastMs: 16_000 } as const;
/** Most runs that are named in one notification: their ids are short. */
const runsPerNotice = 100;

const noticeSchema = z.union([
  z.strictObject({ from: z.string(), want: z.array(z.string()) }),
  z.strictObject({
    from: z.string(),
    n: z.number(),
    texts: z.array(z.tuple([z.string(), z.string(), z.string().nullable(), z.boolean(), z.string()])),
  }),
]);

/**
 * Text by LISTEN and NOTIFY. Every role of a database hears each channel whose name it knows, so the name of this one
 * is random, and in a table that only the role of Heddle can read. Nothing waits for it: what cannot be sent is lost.
 * Source: postgresql.org/docs/current/sql-notify.html.
 */
export function createRemoteText(database: PostgresDatabase, session: PostgresSession): TextBroadcast {
  const from = randomUUID();
  const listeners = new Set<(delta: StreamDelta) => void>();
  const wanted = new Map<string, number>();
  /** Runs that others want, and until when that holds. */
  const wantedThere = new Map<string, number>();
  const waiting = new TextGatherer();
  let channel: string | undefined;
  let opening: Promise<void> | undefined;
  let sending: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let repeat: NodeJS.Timeout | undefined;
  let sent = 0;
  let hasEnded = false;

  session.onNotice((payload, on) => {
    if (on !== channel) return;
    const notice = noticeSchema.safeParse(parseJsonColumn(payload)).data;
    if (notice === undefined || notice.from === from) return;
    if ('want' in notice) {
      const now = performance.now();
      for (const [id, until] of wantedThere) if (until < now) wantedThere.delete(id);
      for (const id of notice.want) wantedThere.set(id, now + wants.lastMs);
      return;
    }
    for (const [executionId, path, call, isReasoning, text] of notice.texts) {
      if (!wanted.has(executionId)) continue;
      const delta = {
        executionId,
        path,
        text,
        ...defined({ isReasoning: isReasoning || undefined, call: call !== null ? call : undefined }),
      };
      for (const listener of listeners) listener(delta);
    }
  });
  session.onOpen(async (client) => {
    if (channel !== undefined) await client.query(`LISTEN ${channel}`);
  });

  function listen(): Promise<void> {
    opening ??= (async () => {
      const [row] = await sendQuery(
        database,
        `INSERT INTO settings (key, record) VALUES ('text-channel', $1)
          ON CONFLICT (key) DO UPDATE SET record = settings.record RETURNING record`,
        [JSON.stringify(`heddle_text_${randomBytes(16).toString('hex')}`)],
      );
      const name = z
        .string()
        .regex(/^heddle_text_[0-9a-f]{32}$/)
        .parse(parseJsonColumn(row?.['record']));
      await session.use((send) => send(`LISTEN ${name}`));
      channel = name;
    })().catch(() => {
      // It is tried again when text is wanted.
      opening = undefined;
    });
    return opening;
  }

  /** Sends notifications one after the other, so that they arrive in this order. */
  function sendNotices(notices: readonly object[]): Promise<void> {
    const payloads = notices.map((notice) => JSON.stringify({ from, ...notice }));
    sending = sending.then(async () => {
      if (channel === undefined || payloads.length === 0) return;
      const statement = 'SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice';
      await database.pool.query(statement, [channel, payloads]).catch(() => undefined);
    });
    return sending;
  }

  function sendText(): void {
    if (waiting.isEmpty) {
      timer = undefined;
      return;
    }
    const around = Buffer.byteLength(JSON.stringify({ from, n: Number.MAX_SAFE_INTEGER, texts: [] }));
    // PostgreSQL sends notifications that are alike only once, so each has a number.
    const notices = waiting.take(noticeBytes - around).map((texts) => ({ n: ++sent, texts }));
    void sendNotices(notices).then(() => {
      timer = hasEnded ? undefined : setTimeout(sendText, gatherMs);
    });
  }

  function sendWants(ids: readonly string[]): void {
    const groups = Array.from({ length: Math.ceil(ids.length / runsPerNotice) }, (_, at) =>
      ids.slice(at * runsPerNotice, (at + 1) * runsPerNotice),
    );
    void listen().then(() => sendNotices(groups.map((want) => ({ want }))));
  }

  return {
    hear: (listener) => {
      listeners.add(listener);
      void listen();
      return () => void listeners.delete(listener);
    },
    want: (id) => {
      const count = wanted.get(id) ?? 0;
      wanted.set(id, count + 1);
      if (count === 0) sendWants([id]);
      repeat ??= setInterval(() => sendWants([...wanted.keys()]), wants.repeatMs).unref();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (wanted.get(id) ?? 0) - 1;
        if (left > 0) wanted.set(id, left);
        else wanted.delete(id);
        if (wanted.size > 0) return;
        clearInterval(repeat);
        repeat = undefined;
      };
    },
    tell: (delta) => {
      const until = wantedThere.get(delta.executionId);
      if (until === undefined || until < performance.now() || hasEnded) return;
      waiting.add(delta);
      timer ??= setTimeout(sendText, gatherMs);
    },
    end: async () => {
      hasEnded = true;
      clearInterval(repeat);
      clearTimeout(timer);
      await sending;
    },
  };
}
