import { AppError } from '@/base/errors';
import type { Person } from '@/engine/ports/person';

/** Matches the questions of runs with a person's answers. */
export interface Desk extends Person {
  /** Answers a question by its path. An answer that comes before its question, as after a reload, is kept for it. */
  answer(executionId: string, path: string, answer: string): void;
  /** Drops the answers of a run that no question asked for. */
  clear(executionId: string): void;
}

/** A desk for all runs of this process. */
export function createDesk(): Desk {
  const asked = new Map<string, (answer: string) => void>();
  const early = new Map<string, string>();
  const keyOf = (executionId: string, path: string) => `${executionId}/${path}`;

  return {
    ask: (executionId, { path }, signal) =>
      new Promise((resolve, reject) => {
        const key = keyOf(executionId, path);
        const known = early.get(key);
        early.delete(key);
        if (known !== undefined) return resolve(known);
        const cancelled = () => {
          asked.delete(key);
          reject(new AppError('CANCELLED', 'The question was withdrawn.'));
        };
        if (signal.aborted) return cancelled();
        signal.addEventListener('abort', cancelled, { once: true });
        asked.set(key, (answer) => {
          signal.removeEventListener('abort', cancelled);
          asked.delete(key);
          resolve(answer);
        });
      }),
    answer(executionId, path, answer) {
      const key = keyOf(executionId, path);
      const waiting = asked.get(key);
      if (waiting === undefined) early.set(key, answer);
      else waiting(answer);
    },
    clear(executionId) {
      for (const key of early.keys()) if (key.startsWith(`${executionId}/`)) early.delete(key);
    },
  };
}
