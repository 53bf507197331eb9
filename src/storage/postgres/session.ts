import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import type { PostgresDatabase } from './open-database';
import { convertStorageError, isAway } from './storage-error';
import { createSender, type Query } from './transact';

/** The connection of a process that lasts: its locks end with it, and it hears of news. */
export interface PostgresSession {
  /**
   * Does `work` on it once it is open, all of it on one connection: when that is lost, all is done again on the next
   * one. Rejects with an `AppError`.
   */
  use<T>(work: (send: Query) => Promise<T>): Promise<T>;
  /** Sends a statement if the connection stands. Otherwise what it would undo has gone with the connection. */
  undo(statement: string, values: readonly unknown[]): Promise<void>;
  /** Called with the payload of each notification, and the channel on which it came. */
  onNotice(listener: (payload: string, channel: string) => void): void;
  /** Called each time that it has been opened, before anything else is sent; a failure closes it again. */
  onOpen(listener: (client: Client, again: boolean) => Promise<void>): void;
  /** Closes it, and with it all its locks. */
  end(): Promise<void>;
}

/** Pause before a connection is tried again, in ms. */
const pauseMs = 200;

/** The session of a process. It is opened when it is first needed, and opened again whenever it breaks. */
export function createSession(database: PostgresDatabase): PostgresSession {
  const noticed: ((payload: string, channel: string) => void)[] = [];
  const opened: ((client: Client, again: boolean) => Promise<void>)[] = [];
  let current: Promise<Client> | undefined;
  let standing: Client | undefined;
  let hasEnded = false;
  let openings = 0;

  async function connect(): Promise<Client> {
    const client = database.newClient();
    let isUsed = false;
    const broke = () => {
      if (!isUsed) return;
      isUsed = false;
      current = undefined;
      standing = undefined;
      if (!hasEnded) void openClient().catch(() => undefined);
    };
    client.on('error', broke);
    client.on('end', broke);
    client.on('notification', ({ payload = '', channel }) => {
      for (const listener of noticed) listener(payload, channel);
    });
    try {
      await client.connect();
      for (const listener of opened) await listener(client, openings > 0);
      openings += 1;
      isUsed = true;
      standing = client;
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Tries for as long as anything waits: who takes the runs of this process over has a higher number. */
  async function persistently(): Promise<Client> {
    const end = performance.now() + database.patienceMs;
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        if (hasEnded || !isAway(error) || (openings === 0 && performance.now() > end)) {
          current = undefined;
          throw convertStorageError(error, database.place);
        }
        await setTimeout(pauseMs);
      }
    }
  }

  function openClient(): Promise<Client> {
    current ??= persistently();
    return current;
  }

  /** The connection, if it stands by then. */
  async function openBy(end: number): Promise<Client> {
    const waiting = new AbortController();
    const late = setTimeout(Math.max(0, end - performance.now()), undefined, waiting).then(() => {
      throw Object.assign(new Error('timeout expired'), { code: 'ETIMEDOUT' });
    });
    try {
      return await Promise.race([openClient(), late]);
    } finally {
      late.catch(() => undefined);
      waiting.abort();
    }
  }

  return {
    use: async (work) => {
      const end = performance.now() + database.patienceMs;
      for (;;) {
        try {
          return await work(createSender(await openBy(end)));
        } catch (error) {
          if (!isAway(error) || hasEnded || performance.now() > end) throw convertStorageError(error, database.place);
          await setTimeout(pauseMs);
        }
      }
    },
    undo: async (statement, values) => {
      await standing?.query(statement, [...values]).catch(() => undefined);
    },
    onNotice: (listener) => void noticed.push(listener),
    onOpen: (listener) => void opened.push(listener),
    end: async () => {
      hasEnded = true;
      const client = await current?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
