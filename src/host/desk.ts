import { AppError } from '@/base/errors';
import type { Person, Question } from '@/engine/ports/person';

/** Matches the questions of runs with a person's answers. */
export interface Desk extends Person {
  /**
   * Answers a question by its path. An answer that comes before its question, as after a reload, is kept for it.
   * Rejects with `VALIDATION_ERROR` if the question cannot take the answer.
   */
  answer(executionId: string, path: string, answer: string): Promise<void>;
  /** Drops the answers of a run that no question asked for. */
  clear(executionId: string): void;
}

interface OpenWait {
  readonly question: Question;
  readonly resolve: (answer: string) => void;
}

/** A desk for all runs of this process. */
export function createDesk(): Desk {
  const asked = new Map<string, OpenWait>();
  const early = new Map<string, string>();
  const buildQuestionKey = (executionId: string, path: string) => `${executionId}/${path}`;

  /** Waits for an answer that the question can take. */
  function waitForAnswer(key: string, question: Question, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const cancelQuestion = () => {
        asked.delete(key);
        reject(new AppError('CANCELLED', 'The question was withdrawn.'));
      };
      if (signal.aborted) return cancelQuestion();
      signal.addEventListener('abort', cancelQuestion, { once: true });
      asked.set(key, {
        question,
        resolve: (answer) => {
          signal.removeEventListener('abort', cancelQuestion);
          asked.delete(key);
          resolve(answer);
        },
      });
    });
  }

  return {
    async ask(executionId, question, signal) {
      const key = buildQuestionKey(executionId, question.path);
      const answer = waitForAnswer(key, question, signal);
      // The caller gets the rejection, but perhaps not before an early answer is checked.
      answer.catch(() => undefined);
      const known = early.get(key);
      early.delete(key);
      // What came early was checked by nobody. If it does not fit, the question stays open.
      if (known !== undefined && (await question.problemOf?.(known)) === undefined) asked.get(key)?.resolve(known);
      return answer;
    },
    async answer(executionId, path, answer) {
      const key = buildQuestionKey(executionId, path);
      const waiting = asked.get(key);
      if (waiting === undefined) {
        early.set(key, answer);
        return;
      }
      const problem = await waiting.question.problemOf?.(answer);
      if (problem !== undefined) throw new AppError('VALIDATION_ERROR', problem);
      waiting.resolve(answer);
    },
    clear(executionId) {
      for (const key of early.keys()) if (key.startsWith(`${executionId}/`)) early.delete(key);
    },
  };
}
