import { useState } from 'react';
import { closeSentence } from '@/base/closed-sentence';
import { toFailure } from '@/base/errors';
import type { JournalPath } from '@/run/journal-path';
import { useRun, useStores } from '@/state/context';
import { isPaused } from '@/state/run-actions';
import { forgetTyped } from './use-typed';

/** The state of an answer. */
export interface AnswerState {
  /** The answer was sent and is not yet in the log. */
  readonly sending: boolean;
  /** Why no answer can be sent now, or why the last one failed. */
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly send: (answer: string) => void;
}

/** Answers a question of the shown run. */
export function useAnswer(path: JournalPath): AnswerState {
  const { run, services } = useStores();
  const paused = useRun(isPaused);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string>();
  const sendAnswer = (answer: string) => {
    const { executionId } = run.getState();
    if (executionId === undefined) return;
    setSending(true);
    setFailed(undefined);
    const forget = () => forgetTyped(executionId, path);
    services.runner.provideInput(executionId, path, answer).then(forget, (error: unknown) => {
      const { message, advice } = toFailure(error);
      setSending(false);
      setFailed(advice === undefined ? message : `${closeSentence(message)} ${advice}`);
    });
  };
  return {
    sending,
    problem: paused ? 'The run is paused. Resume it to answer.' : failed,
    disabled: paused || sending,
    send: sendAnswer,
  };
}
