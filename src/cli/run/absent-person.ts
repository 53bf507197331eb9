import { AppError } from '@/base/errors';
import type { Person, Question } from '@/engine/ports/person';
import type { RunEvent } from '@/run/events';
import { getTaskPath } from '@/run/journal-path';
import type { RunState } from '@/run/run-state';
import { createRunProgress } from '../progress/run-progress';

/** How long everything has to rest before the run pauses, in ms: a task that has ended lets others start. */
const restMs = 50;

interface AbsentPersonOptions {
  /** Whether the run is kept, so that it can be resumed: of one that is not, every question is refused. */
  readonly isKept: boolean;
  /** Shows a line. */
  readonly say: (text: string) => void;
  readonly pause: () => void;
}

/** Takes the questions of a run where there is no terminal, and the events that say what else it does. */
export interface AbsentPerson extends Person {
  /** Starts from the state that earlier processes left. */
  open(before: RunState): void;
  events(batch: readonly RunEvent[]): void;
}

/**
 * Stands in for a person where there is nobody to ask. The question of a task stays open, and the run pauses once
 * nothing else goes on, so that it can be resumed at a terminal. A question about money that was open before stays open
 * too; a new one is refused, because a budget is a limit that a run without a person has to keep.
 */
export function createAbsentPerson({ isKept, say, pause }: AbsentPersonOptions): AbsentPerson {
  let progress = createRunProgress();
  let openBefore: RunState['questions'] = new Map();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  /** Whether each task that runs waits for an answer. A question of the whole run holds all of its tasks. */
  const rests = (): boolean => {
    const paths = [...progress.running.keys()];
    const innermost = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
    const isAsked = (path: string) => [...waiting].some((asked) => asked.startsWith(`${path}/`));
    return [...waiting].some((asked) => getTaskPath(asked) === '') || innermost.every(isAsked);
  };
  const lookForRest = () => {
    clearTimeout(timer);
    if (waiting.size === 0 || !rests()) return;
    timer = setTimeout(() => {
      if (waiting.size === 0) return;
      say('There is no terminal on which to answer, so the run pauses.');
      pause();
    }, restMs);
  };

  return {
    open: (before) => {
      progress = createRunProgress(before);
      openBefore = before.questions;
    },
    events: (batch) => {
      for (const event of batch) progress.take(event);
      lookForRest();
    },
    ask: async (_executionId, question, signal) => {
      if (!isKept || (isAboutMoney(question) && !openBefore.has(question.path))) throw createNobodyError();
      say(formatQuestion(question));
      waiting.add(question.path);
      lookForRest();
      return new Promise((_resolve, reject) => {
        const withdraw = () => {
          waiting.delete(question.path);
          reject(new AppError('CANCELLED', 'The question was withdrawn.'));
        };
        if (signal.aborted) withdraw();
        else signal.addEventListener('abort', withdraw, { once: true });
      });
    },
  };
}

function isAboutMoney({ kind }: Question): boolean {
  return kind === 'budget' || kind === 'price';
}

/** A question as it is shown, in the name of its task. */
export function formatQuestion({ path, text }: Pick<Question, 'path' | 'text'>): string {
  return `${getTaskPath(path) || 'The run'} asks: ${text}`;
}

function createNobodyError(): AppError {
  return new AppError('TASK_FAILURE', 'There is no terminal on which to ask.', {
    advice: 'Run it in a terminal, or in the editor.',
    details: { reason: 'no_person' },
  });
}
