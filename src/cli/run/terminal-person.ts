import { AppError } from '@/base/errors';
import { uncounted } from '@/engine/effects/run-prices';
import type { Person, Question } from '@/engine/ports/person';
import { parsePrice } from '@/plan/parse-price';
import { taskPathOf } from '@/run/journal-path';
import type { Machine } from '../io';
import { withoutControls } from '../plain-text';
import type { Follower } from '../progress/follower';

/** The person at the terminal, asked one question at a time. Without a terminal there is nobody to ask. */
export function createTerminalPerson(ask: Machine['ask'], follower: Pick<Follower, 'suspend'>): Person {
  let turn: Promise<unknown> = Promise.resolve();

  async function askNow(question: Question, signal: AbortSignal): Promise<string> {
    if (ask === undefined) throw nobody();
    if (signal.aborted) throw new AppError('CANCELLED', 'The question was withdrawn.');
    const goOn = follower.suspend();
    try {
      const who = taskPathOf(question.path) || 'The run';
      const asked = `${withoutControls(`${who} asks: ${question.text}`)}\n`;
      if (question.kind === 'input') return await ask(`${asked}> `, signal);
      if (question.kind === 'price') return await askForPrice((text) => ask(text, signal), asked);
      return await askForLimit(question, (text) => ask(text, signal), asked);
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

function nobody(): AppError {
  return new AppError('TASK_FAILURE', 'There is no terminal on which to ask.', {
    advice: 'Run it in a terminal, or in the editor.',
    details: { reason: 'no_person' },
  });
}
