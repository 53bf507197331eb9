import { AppError } from '@/base/errors';
import { uncounted } from '@/engine/effects/run-prices';
import type { Person, Question } from '@/engine/ports/person';
import { parsePrice } from '@/plan/parse-price';
import type { Machine } from '../io';
import { withoutControls } from '../plain-text';
import type { Follower } from '../progress/follower';
import { questionText } from './absent-person';

/** The person at the terminal, asked one question at a time. */
export function createTerminalPerson(ask: NonNullable<Machine['ask']>, follower: Pick<Follower, 'suspend'>): Person {
  let turn: Promise<unknown> = Promise.resolve();

  async function askNow(question: Question, signal: AbortSignal): Promise<string> {
    if (signal.aborted) throw new AppError('CANCELLED', 'The question was withdrawn.');
    const goOn = follower.suspend();
    try {
      const text = `${withoutControls(questionText(question))}\n`;
      if (question.kind === 'input') return await ask(`${text}> `, signal);
      if (question.kind === 'price') return await askForPrice((more) => ask(more, signal), text);
      return await askForLimit(question, (more) => ask(more, signal), text);
    } finally {
      goOn();
    }
  }

  return {
    ask: (_executionId, question, signal) => {
      const answer = turn.then(() => askNow(question, signal));
      turn = answer.catch(() => {});
      return answer;
    },
  };
}

async function askForPrice(ask: (text: string) => Promise<string>, asked: string): Promise<string> {
  for (let text = asked; ; text = 'That is not a price, such as 5/25.\n') {
    const answer = (
      await ask(`${text}USD for input/output, ${uncounted} (then it is not in the budget), or stop: `)
    ).trim();
    if (answer === 'stop' || answer === uncounted || parsePrice(answer) !== undefined) return answer;
  }
}

async function askForLimit(
  { resource, used }: Extract<Question, { kind: 'budget' }>,
  ask: (text: string) => Promise<string>,
  asked: string,
): Promise<string> {
  const unit = resource === 'cost' ? 'USD' : 'tokens';
  for (let text = asked; ; text = `That is not a number above ${used}.\n`) {
    const answer = (await ask(`${text}New limit in ${unit}, or stop: `)).trim();
    if (answer === 'stop' || Number(answer) > used) return answer;
  }
}
