import type { Person } from '@/engine/ports/person';
import { formatPlainLine } from '../plain-line';

/**
 * A person whose answers to some questions were given before, by the path of the question. One that its question cannot
 * take is not used, and the reason is shown.
 */
export function addAnswers(person: Person, answers: ReadonlyMap<string, string>, say: (text: string) => void): Person {
  return {
    ask: async (executionId, question, signal) => {
      const given = answers.get(question.path);
      if (given === undefined) return person.ask(executionId, question, signal);
      const problem = await question.problemOf?.(given);
      if (problem === undefined) return given;
      say(formatPlainLine(`The answer cannot be taken. ${problem}`));
      return person.ask(executionId, question, signal);
    },
  };
}
