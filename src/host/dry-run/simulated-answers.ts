import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Person } from '@/engine/ports/person';
import type { AskField, AskForm } from '@/workflow/ask-form';

/** Answers the forms of a dry run, and lets its tools, which do nothing, be called. Other questions are asked. */
export function addSimulatedAnswers(person: Person): Person {
  return {
    ask: async (executionId, question, signal) => {
      if (question.kind === 'approval') return encodeJson({ approve: true });
      if (question.kind !== 'budget' && question.kind !== 'price' && question.form !== undefined) {
        const answer = buildSimulatedAnswer(question.form);
        if ((await question.problemOf?.(answer)) === undefined) return answer;
      }
      return person.ask(executionId, question, signal);
    },
  };
}

/** An answer with the defaults, and a value of its type for each required field without one. */
function buildSimulatedAnswer(form: AskForm): string {
  const needed = Object.entries(form).filter(([, field]) => field.required && field.default === undefined);
  return encodeJson(Object.fromEntries(needed.map(([name, field]) => [name, buildSimulatedValue(field)])));
}

function buildSimulatedValue({ type, options = [] }: AskField): Json {
  if (type === 'number') return 1;
  if (type === 'boolean') return true;
  return type === 'choice' ? (options[0] ?? null) : type === 'text' ? 'A simulated answer.' : null;
}
