import { createCancelledError } from '@/base/cancelled';
import { AppError } from '@/base/errors';
import type { Person, Question } from '../ports/person';

/** A person who answers as a test defines, and remembers the questions. */
export interface ScriptedPerson extends Person {
  readonly questions: Question[];
}

/**
 * `answer` returns the answer; undefined: nobody is there; `wait`: the question stays open until the run is stopped.
 */
export function createScriptedPerson(
  answer: (question: Question) => string | undefined | { readonly wait: true } = () => undefined,
): ScriptedPerson {
  const questions: Question[] = [];
  return {
    questions,
    ask: (_executionId, question, signal) =>
      new Promise((resolve, reject) => {
        questions.push(question);
        const reply = answer(question);
        if (typeof reply === 'string') resolve(reply);
        else if (reply === undefined) {
          reject(new AppError('TASK_FAILURE', 'Nobody can be asked here.', { details: { reason: 'no_person' } }));
        } else signal.addEventListener('abort', () => reject(createCancelledError('The run')), { once: true });
      }),
  };
}
