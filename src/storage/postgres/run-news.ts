import type { RemoteRuns } from '../remote-runs';
import type { PostgresDatabase } from './open-database';
import type { PostgresSession } from './session';
import { sendQuery } from './transact';

/** Tells other processes that there is more in the log of a run, and hears it from them. */
export interface RunBroadcast extends RemoteRuns {
  /** There is more in the log of this run. */
  tell(executionId: string): void;
  /** Sends what was not sent yet, and tells nobody any more. */
  end(): Promise<void>;
}

/** News are sent together after this many ms: many commits make one notification. */
const gatherMs = 20;
/** A writer that is killed between its commit and its news is noticed after this many ms. */
const pollMs = 5000;

/**
 * News by LISTEN and NOTIFY. They are sent after the commit, not within it: a commit with a notification waits for all
 * other such commits of the database.
 */
export function createRunBroadcast(database: PostgresDatabase, session: PostgresSession): RunBroadcast {
  const channel = `heddle_${database.schema}`;
  const listeners = new Set<(executionId: string | undefined) => void>();
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let isListening = false;

  const tellHere = (id: string | undefined) => {
    for (const listener of listeners) listener(id);
  };
  const sendNews = () => {
    timer = undefined;
    const ids = [...waiting];
    waiting = new Set();
    if (ids.length === 0) return;
    sending = sendQuery(database, 'SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id', [channel, ids]).catch(
      // Who listens looks again by itself.
      () => undefined,
    );
  };
  session.onNotice((id, on) => {
    if (on === channel) tellHere(id);
  });
  session.onOpen(async (client, again) => {
    if (isListening) await client.query(`LISTEN ${channel}`);
    if (again) tellHere(undefined);
  });

  return {
    tell: (id) => {
      waiting.add(id);
      timer ??= setTimeout(sendNews, gatherMs);
    },
    watch: (listener) => {
      listeners.add(listener);
      if (!isListening) {
        isListening = true;
        session
          .use((send) => send(`LISTEN ${channel}`))
          .then(
            () => tellHere(undefined),
            () => undefined,
          );
      }
      poll ??= setInterval(tellHere, pollMs, undefined).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(poll);
        poll = undefined;
      };
    },
    end: async () => {
      clearInterval(poll);
      clearTimeout(timer);
      sendNews();
      await sending;
    },
  };
}
