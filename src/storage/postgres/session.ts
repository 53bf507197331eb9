import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import type { PostgresDatabase } from './open-database';
import { isAway, storageError } from './storage-error';
import type { Row } from './transact';

/** The connection of a process that lasts: its locks end with it, and it hears of news. */
export interface PostgresSession {
  /** Sends a statement on it, once it is open. Rejects with an `AppError`. */
  query(statement: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Called with the payload of each notification. */
  onNotice(listener: (payload: string) => void): void;
  /** Called each time that it has been opened, before anything else is sent; a failure closes it again. */
  onOpen(listener: (client: Client, again: boolean) => Promise<void>): void;
  /** Closes it, and with it all its locks. */
  end(): Promise<void>;
}

/** Pause before a connection is tried again, in ms. */
const pauseMs = 200;

/** The session of a process. It is opened when it is first needed, and opened again whenever it breaks. */
export function createSession(database: PostgresDatabase): PostgresSession {
  const noticed: ((payload: string) => void)[] = [];
  const opened: ((client: Client, again: boolean) => Promise<void>)[] = [];
  let current: Promise<Client> | undefined;
  let hasEnded = false;
  let openings = 0;

  async function connect(): Promise<Client> {
    const client = database.newClient();
    let isUsed = false;
    const broke = () => {
      if (!isUsed) return;
      isUsed = false;
      current = undefined;
      if (!hasEnded) void open().catch(() => undefined);
    };
    client.on('error', broke);
    client.on('end', broke);
    client.on('notification', ({ payload = '' }) => {
      for (const listener of noticed) listener(payload);
    });
    try {
      await client.connect();
      for (const listener of opened) await listener(client, openings > 0);
      openings += 1;
      isUsed = true;
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
          throw storageError(error, database.place);
        }
        await setTimeout(pauseMs);
      }
    }
  }

  function open(): Promise<Client> {
    current ??= persistently();
    return current;
  }

  return {
    query: async (statement, values) => {
      const end = performance.now() + database.patienceMs;
      for (;;) {
        try {
          return (await (await open()).query<Row>(statement, [...values])).rows;
        } catch (error) {
          if (!isAway(error) || hasEnded || performance.now() > end) throw storageError(error, database.place);
          await setTimeout(pauseMs);
        }
      }
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
