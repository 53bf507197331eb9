import { getNearestTaskPath } from '@/run/journal-path';
import type { OpenQuestion } from '@/run/run-state';
import { TextArea } from '@/ui/form/text-area';
import { usePayload } from '@/viewer/use-payload';
import { QuestionCard } from './question-card';
import { StopButton } from './stop-button';
import { useAnswer } from './use-answer';
import { useTyped } from './use-typed';

/** A question that a task asks for its model, with a field for an answer of several lines. */
export function InputQuestion({ question }: { readonly question: OpenQuestion }) {
  const { text } = usePayload(question.text);
  const { sending, problem, disabled, send } = useAnswer(question.path);
  const [{ answer = '' }, type] = useTyped(question.path);
  const isEmpty = answer.trim() === '';
  return (
    <QuestionCard
      taskPath={getNearestTaskPath(question.path)}
      verb="asks you"
      text={text}
      problem={problem}
      submit={{ label: sending ? 'Sent' : 'Answer', shortcut: 'Enter', disabled: isEmpty || disabled }}
      others={<StopButton />}
      onSubmit={() => send(answer)}
    >
      <TextArea
        aria-label="Your answer"
        rows={2}
        value={answer}
        disabled={sending}
        onChange={(written) => type('answer', written)}
      />
    </QuestionCard>
  );
}
