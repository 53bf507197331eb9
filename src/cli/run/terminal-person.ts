import { AppError } from '@/base/errors';
import { uncounted } from '@/engine/effects/run-prices';
import type { Person, Question } from '@/engine/ports/person';
import { parsePrice } from '@/plan/parse-price';
import type { Machine } from '../io';
import { removeControls } from '../plain-text';
import type { Follower } from '../progress/follower';
import { formatQuestion } from './absent-person';
import { askForApproval, askForFields } from './terminal-form';

/** The person at the terminal, asked one question at a time. */
export function createTerminalPerson(ask: NonNullable<Machine['ask']>, follower: Pick<Follower, 'suspend'>): Person {
  let turn: Promise<unknown> = Promise.resolve();

  async function askNow(question: Question, signal: AbortSignal): Promise<string> {
    if (signal.aborted) throw new AppError('CANCELLED', 'The question was withdrawn.');
    const goOn = follower.suspend();
    try {
      const text = `${removeControls(formatQuestion(question))}\n`;
      return await askAbout(question, (more) => ask(more, signal), text);
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

/** Asks until there is an answer that the question can take. */
async function askAbout(question: Question, ask: (text: string) => Promise<string>, asked: string): Promise<string> {
  if (question.kind === 'price') return askForPrice(ask, asked);
  if (question.kind === 'budget') return askForLimit(question, ask, asked);
  if (question.kind === 'approval') return askForApproval(question, ask, asked);
  if (question.form === undefined) return ask(`${asked}> `);
  for (let said = asked; ; ) {
    const answer = await askForFields(question.form, ask, said);
    const problem = await question.problemOf?.(answer);
    if (problem === undefined) return answer;
    said = removeControls(`${problem}\n`);
  }
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
