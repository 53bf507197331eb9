import { AppError } from '@/base/errors';
import type { Person, Question } from '@/engine/ports';
import { placeOf } from '@/run/path';
import type { Machine } from '../io';
import { plainText } from '../plain-text';
import type { Follower } from '../progress/follower';

/** The person at the terminal, asked one question at a time. Where there is no terminal, nobody is there to ask. */
export function createTerminalPerson(ask: Machine['ask'], follower: Follower): Person {
  let turn: Promise<unknown> = Promise.resolve();

  async function askNow(question: Question, signal: AbortSignal): Promise<string> {
    if (ask === undefined) throw nobody();
    if (signal.aborted) throw new AppError('CANCELLED', 'The question was taken back.');
    const goOn = follower.suspend();
    try {
      const who = placeOf(question.path) || 'The run';
      const asked = `${plainText(`${who} asks: ${question.text}`)}\n`;
      if (question.kind === 'input') return await ask(`${asked}> `, signal);
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

async function askForLimit(
  { resource, used }: Extract<Question, { kind: 'budget' }>,
  ask: (text: string) => Promise<string>,
  asked: string,
): Promise<string> {
  const unit = resource === 'cost' ? 'USD' : 'tokens';
  for (let text = asked; ; text = `That is no number above ${used}.\n`) {
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
